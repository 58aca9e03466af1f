import { TonriverError } from '@tonriver/errors';

/**
 * - `account_not_known`: the source does not know the account's state. The account may exist.
 * - `ambiguous_account`: the source has several states of the account, and the call names no block.
 */
export type AccountSourceErrorCode = 'account_not_known' | 'ambiguous_account';

/** A source of accounts cannot answer. */
export class AccountSourceError extends TonriverError<AccountSourceErrorCode> {}
