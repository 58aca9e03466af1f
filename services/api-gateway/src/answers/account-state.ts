import type { TransactionRow } from '@tonriver/row-schema';
import type { KnownState } from '@tonriver/chain-reader';
import { extraCurrenciesOf } from './extra-currencies.ts';
import { base64Of } from './base64.ts';

/**
 * Returns the state of an account before or after a transaction, without code and data. If the state is not stored (for
 * example one between two transactions of a block), the transaction still proves its hash (`state_update`) and status
 * (`orig_status`, `end_status`; `provenStatus`, null in a dialect without it). The other members are then null.
 */
export function accountStateOf(
  hash: Uint8Array,
  provenStatus: TransactionRow['origStatus'] | null,
  known: KnownState | undefined,
): Readonly<Record<string, unknown>> {
  return {
    hash: base64Of(hash),
    balance: known === undefined ? null : String(known.balance),
    // A block does not contain a dictionary that did not change.
    extra_currencies:
      known === undefined || known.extraCurrenciesHash !== null ? null : extraCurrenciesOf(known.extraCurrencies),
    account_status: known?.status ?? provenStatus,
    frozen_hash: hashOrNull(known?.frozenHash),
    data_hash: hashOrNull(known?.dataHash),
    code_hash: hashOrNull(known?.codeHash),
  };
}

function hashOrNull(hash: Uint8Array | null | undefined): string | null {
  return hash === null || hash === undefined ? null : base64Of(hash);
}
