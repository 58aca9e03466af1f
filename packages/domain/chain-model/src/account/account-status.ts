import type { CellBuilder, CellSlice } from '@tonriver/boc';

/** The status of an account before or after a transaction. */
export type AccountStatus = 'uninit' | 'frozen' | 'active' | 'nonexist';

/** By tag. */
const statuses: readonly [AccountStatus, AccountStatus, AccountStatus, AccountStatus] = [
  'uninit',
  'frozen',
  'active',
  'nonexist',
];

/**
 * Reads:
 *
 * ```tlb
 * acc_state_uninit$00 = AccountStatus;
 * acc_state_frozen$01 = AccountStatus;
 * acc_state_active$10 = AccountStatus;
 * acc_state_nonexist$11 = AccountStatus;
 * ```
 */
export function loadAccountStatus(slice: CellSlice): AccountStatus {
  return statuses[slice.loadUint(2) as 0 | 1 | 2 | 3];
}

/** Writes what `loadAccountStatus` reads. */
export function storeAccountStatus(builder: CellBuilder, status: AccountStatus): void {
  builder.storeUint(statuses.indexOf(status), 2);
}
