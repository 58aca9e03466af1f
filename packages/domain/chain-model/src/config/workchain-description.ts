import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag, badValue } from '../errors.ts';
import type { Hash } from '../primitives/index.ts';
import { loadWorkchainFormat, storeWorkchainFormat, type WorkchainFormat } from './workchain-format.ts';

/** When shards split and merge. Seconds. */
interface SplitMergeTimings {
  readonly splitMergeDelay: number;
  readonly splitMergeInterval: number;
  readonly minSplitMergeInterval: number;
  readonly maxSplitMergeDelay: number;
}

/** One workchain of configuration parameter 12. */
export interface WorkchainDescription {
  readonly enabledSince: number;
  /** Earlier `actual_min_split`. */
  readonly monitorMinSplit: number;
  readonly minSplit: number;
  readonly maxSplit: number;
  readonly active: boolean;
  readonly acceptMessages: boolean;
  readonly zerostateRootHash: Hash;
  readonly zerostateFileHash: Hash;
  readonly version: number;
  readonly format: WorkchainFormat;
  /** Null in the first form. */
  readonly extension: { readonly timings: SplitMergeTimings; readonly persistentStateSplitDepth: number } | null;
}

const tagV1 = 0xa6;
const tagV2 = 0xa7;
const splitMax = 60;
const persistentStateSplitDepthMax = 63;

/**
 * Reads:
 *
 * ```tlb
 * workchain#a6 enabled_since:uint32 monitor_min_split:(## 8)
 *   min_split:(## 8) max_split:(## 8) { monitor_min_split <= min_split }
 *   { min_split <= max_split } { max_split <= 60 }
 *   basic:(## 1) active:Bool accept_msgs:Bool flags:(## 13) { flags = 0 }
 *   zerostate_root_hash:bits256 zerostate_file_hash:bits256
 *   version:uint32 format:(WorkchainFormat basic)
 *   = WorkchainDescr;
 *
 * workchain_v2#a7 … the same …
 *   split_merge_timings:WcSplitMergeTimings
 *   persistent_state_split_depth:(## 8) { persistent_state_split_depth <= 63 }
 *   = WorkchainDescr;
 *
 * wc_split_merge_timings#0
 *   split_merge_delay:uint32 split_merge_interval:uint32
 *   min_split_merge_interval:uint32 max_split_merge_delay:uint32
 *   = WcSplitMergeTimings;
 * ```
 */
export function loadWorkchainDescription(slice: CellSlice): WorkchainDescription {
  const tag = slice.loadUint(8);
  if (tag !== tagV1 && tag !== tagV2) throw badTag('WorkchainDescr', tag);
  const enabledSince = slice.loadUint(32);
  const monitorMinSplit = slice.loadUint(8);
  const minSplit = slice.loadUint(8);
  const maxSplit = slice.loadUint(8);
  const isBasic = slice.loadBit();
  const active = slice.loadBit();
  const acceptMessages = slice.loadBit();
  const flags = slice.loadUint(13);
  if (flags !== 0) throw badValue('WorkchainDescr', 'flags', flags);
  const value: WorkchainDescription = {
    enabledSince,
    monitorMinSplit,
    minSplit,
    maxSplit,
    active,
    acceptMessages,
    zerostateRootHash: slice.loadBytes(32),
    zerostateFileHash: slice.loadBytes(32),
    version: slice.loadUint(32),
    format: loadWorkchainFormat(slice, isBasic),
    extension: tag === tagV1 ? null : loadExtension(slice),
  };
  checkWorkchain(value);
  return value;
}

/** Writes what `loadWorkchainDescription` reads. */
export function storeWorkchainDescription(builder: CellBuilder, value: WorkchainDescription): void {
  checkWorkchain(value);
  builder.storeUint(value.extension === null ? tagV1 : tagV2, 8).storeUint(value.enabledSince, 32);
  builder.storeUint(value.monitorMinSplit, 8).storeUint(value.minSplit, 8).storeUint(value.maxSplit, 8);
  builder
    .storeBit(value.format.type === 'basic')
    .storeBit(value.active)
    .storeBit(value.acceptMessages);
  builder.storeUint(0, 13).storeBytes(value.zerostateRootHash).storeBytes(value.zerostateFileHash);
  builder.storeUint(value.version, 32);
  storeWorkchainFormat(builder, value.format);
  if (value.extension === null) return;
  const { timings, persistentStateSplitDepth } = value.extension;
  builder.storeUint(0, 4).storeUint(timings.splitMergeDelay, 32).storeUint(timings.splitMergeInterval, 32);
  builder.storeUint(timings.minSplitMergeInterval, 32).storeUint(timings.maxSplitMergeDelay, 32);
  builder.storeUint(persistentStateSplitDepth, 8);
}

function loadExtension(slice: CellSlice): WorkchainDescription['extension'] {
  const tag = slice.loadUint(4);
  if (tag !== 0) throw badTag('WcSplitMergeTimings', tag);
  const timings: SplitMergeTimings = {
    splitMergeDelay: slice.loadUint(32),
    splitMergeInterval: slice.loadUint(32),
    minSplitMergeInterval: slice.loadUint(32),
    maxSplitMergeDelay: slice.loadUint(32),
  };
  return { timings, persistentStateSplitDepth: slice.loadUint(8) };
}

function checkWorkchain({ monitorMinSplit, minSplit, maxSplit, extension }: WorkchainDescription): void {
  if (monitorMinSplit > minSplit) throw badValue('WorkchainDescr', 'monitor_min_split', monitorMinSplit);
  if (minSplit > maxSplit) throw badValue('WorkchainDescr', 'min_split', minSplit);
  if (maxSplit > splitMax) throw badValue('WorkchainDescr', 'max_split', maxSplit);
  if (extension !== null && extension.persistentStateSplitDepth > persistentStateSplitDepthMax) {
    throw badValue('WorkchainDescr', 'persistent_state_split_depth', extension.persistentStateSplitDepth);
  }
}
