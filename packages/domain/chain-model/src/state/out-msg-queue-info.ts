import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import type { AugmentedRoot } from '../dictionary/dictionary-update.ts';
import {
  loadHashmapAugE,
  loadHashmapE,
  resolveAugmentedRoot,
  storeHashmapAugE,
  storeHashmapE,
} from '../dictionary/hashmap.ts';
import type { Augmentation } from '../dictionary/dictionary-kind.ts';
import { badTag } from '../errors.ts';
import { resolveCell } from '../primitives/reference.ts';

/** Messages on their way out of a shard. Dictionaries are roots, with the smallest lt in them as extra. */
export interface OutMsgQueueInfo<C = number> {
  /** By next hop and message hash: see `eachEnqueuedMessage`. */
  readonly outQueue: AugmentedRoot<bigint, C>;
  /** How far the queues of neighbours were processed: see `loadProcessedInfo`. */
  readonly processedInfo: C | null;
  /** Since global version 8; null before, and while it is empty. */
  readonly extra: OutMsgQueueExtra<C> | null;
}

/** Messages that wait for the queue itself, by sender. */
interface OutMsgQueueExtra<C = number> {
  /** See `eachAccountDispatchQueue`. */
  readonly dispatchQueue: AugmentedRoot<bigint, C>;
  readonly outQueueSize: number | null;
}

const extraTag = 0;

/**
 * Reads:
 *
 * ```tlb
 * _ (HashmapAugE 352 EnqueuedMsg uint64) = OutMsgQueue;
 * _ (HashmapE 96 ProcessedUpto) = ProcessedInfo;
 * _ (HashmapAugE 256 AccountDispatchQueue uint64) = DispatchQueue;
 * out_msg_queue_extra#0 dispatch_queue:DispatchQueue out_queue_size:(Maybe uint48) = OutMsgQueueExtra;
 * _ out_queue:OutMsgQueue proc_info:ProcessedInfo
 *   extra:(Maybe OutMsgQueueExtra) = OutMsgQueueInfo;
 * ```
 *
 * The older form ended with `ihr_pending:(HashmapE 320 IhrPendingSince)`, always empty: the bit of an absent extra.
 */
export function loadOutMsgQueueInfo(slice: CellSlice): OutMsgQueueInfo {
  return {
    outQueue: loadHashmapAugE(slice, loadLt),
    processedInfo: loadHashmapE(slice),
    extra: slice.loadBit() ? loadOutMsgQueueExtra(slice) : null,
  };
}

/** Writes what `loadOutMsgQueueInfo` reads. */
export function storeOutMsgQueueInfo(builder: CellBuilder, value: OutMsgQueueInfo<Cell>): void {
  storeHashmapAugE(builder, value.outQueue, storeLt);
  storeHashmapE(builder, value.processedInfo);
  builder.storeBit(value.extra !== null);
  if (value.extra === null) return;
  builder.storeUint(extraTag, 4);
  storeHashmapAugE(builder, value.extra.dispatchQueue, storeLt);
  builder.storeBit(value.extra.outQueueSize !== null);
  if (value.extra.outQueueSize !== null) builder.storeUint(BigInt(value.extra.outQueueSize), 48);
}

/** The same with heap cells. */
export function resolveOutMsgQueueInfo(bag: Bag, value: OutMsgQueueInfo): OutMsgQueueInfo<Cell> {
  const { extra } = value;
  return {
    outQueue: resolveAugmentedRoot(bag, value.outQueue),
    processedInfo: resolveCell(bag, value.processedInfo),
    extra: extra === null ? null : { ...extra, dispatchQueue: resolveAugmentedRoot(bag, extra.dispatchQueue) },
  };
}

/** The extra of queues: the smallest lt of their messages. */
export const minimalLtAugmentation: Augmentation<bigint> = {
  load: loadLt,
  store: storeLt,
  combine: (left, right) => (left < right ? left : right),
  empty: 0n,
  refsMax: 0,
};

function loadOutMsgQueueExtra(slice: CellSlice): OutMsgQueueExtra {
  const tag = slice.loadUint(4);
  if (tag !== extraTag) throw badTag('OutMsgQueueExtra', tag);
  return {
    dispatchQueue: loadHashmapAugE(slice, loadLt),
    outQueueSize: slice.loadBit() ? slice.loadUint(16) * 2 ** 32 + slice.loadUint(32) : null,
  };
}

function loadLt(slice: CellSlice): bigint {
  return slice.loadUint64();
}

function storeLt(builder: CellBuilder, lt: bigint): void {
  builder.storeUint(lt, 64);
}
