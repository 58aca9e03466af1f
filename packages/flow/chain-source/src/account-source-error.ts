import { TonriverError } from '@tonriver/errors';

/**
 * - `account_not_known`: the source cannot tell the account's state. It does not say that there is no account.
 * - `ambiguous_account`: the source has more than one state of the account, and no block was named.
 */
export type AccountSourceErrorCode = 'account_not_known' | 'ambiguous_account';

/** A source of accounts cannot answer. */
export class AccountSourceError extends TonriverError<AccountSourceErrorCode> {}
