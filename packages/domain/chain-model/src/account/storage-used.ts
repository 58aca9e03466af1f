import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { loadSmallVarUint, storeSmallVarUint } from '../primitives/small-var-uint.ts';

/** The size of something stored or sent. */
export interface StorageUsed {
  readonly cells: number;
  readonly bits: number;
}

/**
 * Reads:
 *
 * ```tlb
 * storage_used$_ cells:(VarUInteger 7) bits:(VarUInteger 7)
 *   = StorageUsed;
 * ```
 *
 * Transactions once called the same bits `StorageUsedShort`.
 */
export function loadStorageUsed(slice: CellSlice): StorageUsed {
  return { cells: loadSmallVarUint(slice, 7), bits: loadSmallVarUint(slice, 7) };
}

/** Writes what `loadStorageUsed` reads. */
export function storeStorageUsed(builder: CellBuilder, value: StorageUsed): void {
  storeSmallVarUint(builder, value.cells, 7);
  storeSmallVarUint(builder, value.bits, 7);
}
