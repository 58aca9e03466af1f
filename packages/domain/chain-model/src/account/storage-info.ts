import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag } from '../errors.ts';
import { loadMaybeGrams, storeMaybeGrams } from '../primitives/grams.ts';
import type { Hash } from '../primitives/hash.ts';
import { loadStorageUsed, type StorageUsed, storeStorageUsed } from './storage-used.ts';

/** How much an account stores and until when it has paid for that. */
export interface StorageInfo {
  readonly used: StorageUsed;
  /** Hash of the dictionary of the account's cells, kept for large accounts since global version 11; else null. */
  readonly storageDictHash: Hash | null;
  /** Unix seconds; 0 for accounts that do not pay. */
  readonly lastPaid: number;
  /** Nanograms. */
  readonly duePayment: bigint | null;
}

const extraNone = 0b000;
const extraInfo = 0b001;

/**
 * Reads:
 *
 * ```tlb
 * storage_extra_none$000 = StorageExtraInfo;
 * storage_extra_info$001 dict_hash:uint256 = StorageExtraInfo;
 * storage_info$_ used:StorageUsed storage_extra:StorageExtraInfo last_paid:uint32
 *   due_payment:(Maybe Grams) = StorageInfo;
 * ```
 *
 * The older form ended `StorageUsed` with `public_cells:(VarUInteger 7)`, which the node always wrote as 0: three zero
 * bits, the same as `storage_extra_none`.
 */
export function loadStorageInfo(slice: CellSlice): StorageInfo {
  const used = loadStorageUsed(slice);
  const tag = slice.loadUint(3);
  if (tag !== extraNone && tag !== extraInfo) throw badTag('StorageExtraInfo', tag);
  return {
    used,
    storageDictHash: tag === extraInfo ? slice.loadBytes(32) : null,
    lastPaid: slice.loadUint(32),
    duePayment: loadMaybeGrams(slice),
  };
}

/** Writes what `loadStorageInfo` reads. */
export function storeStorageInfo(builder: CellBuilder, value: StorageInfo): void {
  storeStorageUsed(builder, value.used);
  builder.storeUint(value.storageDictHash === null ? extraNone : extraInfo, 3);
  if (value.storageDictHash !== null) builder.storeBytes(value.storageDictHash);
  builder.storeUint(value.lastPaid, 32);
  storeMaybeGrams(builder, value.duePayment);
}
