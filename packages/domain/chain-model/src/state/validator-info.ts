import type { CellBuilder, CellSlice } from '@tonriver/boc';

/** The validators of the masterchain. */
export interface ValidatorInfo {
  readonly validatorListHashShort: number;
  readonly catchainSeqno: number;
  /** The next block begins a new validator session. */
  readonly nextCatchainUpdated: boolean;
}

/**
 * Reads:
 *
 * ```tlb
 * validator_info$_
 *   validator_list_hash_short:uint32
 *   catchain_seqno:uint32
 *   nx_cc_updated:Bool
 * = ValidatorInfo;
 * ```
 */
export function loadValidatorInfo(slice: CellSlice): ValidatorInfo {
  return {
    validatorListHashShort: slice.loadUint(32),
    catchainSeqno: slice.loadUint(32),
    nextCatchainUpdated: slice.loadBit(),
  };
}

/** Writes what `loadValidatorInfo` reads. */
export function storeValidatorInfo(builder: CellBuilder, value: ValidatorInfo): void {
  builder.storeUint(value.validatorListHashShort, 32).storeUint(value.catchainSeqno, 32);
  builder.storeBit(value.nextCatchainUpdated);
}
