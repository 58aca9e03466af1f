import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { buildHashmap } from '../dictionary/dictionary-build.ts';
import type { DictionaryEntry } from '../dictionary/dictionary-kind.ts';
import { loadHashmapEntries } from '../dictionary/hashmap.ts';
import type { Hash } from '../primitives/hash.ts';

/** Up to where a shard has processed its neighbours' queues as of one masterchain block. */
export interface ProcessedUpto {
  readonly lastMsgLt: bigint;
  readonly lastMsgHash: Hash;
}

const keyBits = 96;

/**
 * Reads:
 *
 * ```tlb
 * processed_upto$_ last_msg_lt:uint64 last_msg_hash:bits256 = ProcessedUpto;
 * ```
 */
export function loadProcessedUpto(slice: CellSlice): ProcessedUpto {
  return { lastMsgLt: slice.loadUint64(), lastMsgHash: slice.loadBytes(32) };
}

/** Writes what `loadProcessedUpto` reads. */
export function storeProcessedUpto(builder: CellBuilder, value: ProcessedUpto): void {
  builder.storeUint(value.lastMsgLt, 64).storeBytes(value.lastMsgHash);
}

/** All entries of `ProcessedInfo`; keys are 96 bits: `shard:uint64 mc_seqno:uint32`. */
export function loadProcessedInfo(bag: Bag, root: number | null): DictionaryEntry<ProcessedUpto>[] {
  return loadHashmapEntries(bag, root, keyBits, loadProcessedUpto);
}

/** Builds `ProcessedInfo` from entries in ascending key order; null for none. */
export function buildProcessedInfo(entries: readonly DictionaryEntry<ProcessedUpto>[]): Cell | null {
  return buildHashmap(entries, { keyBits, storeValue: storeProcessedUpto });
}
