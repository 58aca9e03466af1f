import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag, badValue } from '../errors.ts';
import {
  type CurrencyCollection,
  type Hash,
  loadCurrencyCollection,
  storeCurrencyCollection,
} from '../primitives/index.ts';
import { type FutureSplitMerge, loadFutureSplitMerge, storeFutureSplitMerge } from './future-split-merge.ts';
import { ensureRead, storeInnerCell } from './inner-cell.ts';

/** The newest block of a shard that a masterchain block knows. The shard follows from its place in the tree. */
export interface ShardDescription {
  /** `inline` is the form #b that holds the amounts in its own cell, `reference` the form #a. */
  readonly layout: 'inline' | 'reference';
  readonly seqno: number;
  /** Masterchain block in which this shard block was first named. */
  readonly regMcSeqno: number;
  readonly startLt: bigint;
  readonly endLt: bigint;
  readonly rootHash: Hash;
  readonly fileHash: Hash;
  readonly beforeSplit: boolean;
  readonly beforeMerge: boolean;
  readonly wantSplit: boolean;
  readonly wantMerge: boolean;
  readonly nextCatchainUpdated: boolean;
  readonly nextCatchainSeqno: number;
  readonly nextValidatorShard: bigint;
  readonly minRefMcSeqno: number;
  readonly genUtime: number;
  readonly splitMergeAt: FutureSplitMerge;
  readonly feesCollected: CurrencyCollection;
  readonly fundsCreated: CurrencyCollection;
}

const tagInline = 0xb;
const tagReference = 0xa;

/**
 * Reads:
 *
 * ```tlb
 * shard_descr#b seq_no:uint32 reg_mc_seqno:uint32
 *   start_lt:uint64 end_lt:uint64
 *   root_hash:bits256 file_hash:bits256
 *   before_split:Bool before_merge:Bool
 *   want_split:Bool want_merge:Bool
 *   nx_cc_updated:Bool flags:(## 3) { flags = 0 }
 *   next_catchain_seqno:uint32 next_validator_shard:uint64
 *   min_ref_mc_seqno:uint32 gen_utime:uint32
 *   split_merge_at:FutureSplitMerge
 *   fees_collected:CurrencyCollection
 *   funds_created:CurrencyCollection = ShardDescr;
 *
 * shard_descr_new#a … the same up to split_merge_at …
 *   ^[ fees_collected:CurrencyCollection
 *      funds_created:CurrencyCollection ] = ShardDescr;
 * ```
 */
export function loadShardDescription(slice: CellSlice): ShardDescription {
  const tag = slice.loadUint(4);
  if (tag !== tagInline && tag !== tagReference) throw badTag('ShardDescr', tag);
  const seqno = slice.loadUint(32);
  const regMcSeqno = slice.loadUint(32);
  const startLt = slice.loadUint64();
  const endLt = slice.loadUint64();
  const rootHash = slice.loadBytes(32);
  const fileHash = slice.loadBytes(32);
  const bits = slice.loadUint(8);
  if ((bits & 7) !== 0) throw badValue('ShardDescr', 'flags', bits & 7);
  const nextCatchainSeqno = slice.loadUint(32);
  const nextValidatorShard = slice.loadUint64();
  const minRefMcSeqno = slice.loadUint(32);
  const genUtime = slice.loadUint(32);
  const splitMergeAt = loadFutureSplitMerge(slice);
  const amounts = tag === tagInline ? slice : slice.loadRefSlice();
  const feesCollected = loadCurrencyCollection(amounts);
  const fundsCreated = loadCurrencyCollection(amounts);
  if (amounts !== slice) ensureRead(amounts, 'ShardDescr');
  return {
    layout: tag === tagInline ? 'inline' : 'reference',
    seqno,
    regMcSeqno,
    startLt,
    endLt,
    rootHash,
    fileHash,
    beforeSplit: (bits & 0x80) !== 0,
    beforeMerge: (bits & 0x40) !== 0,
    wantSplit: (bits & 0x20) !== 0,
    wantMerge: (bits & 0x10) !== 0,
    nextCatchainUpdated: (bits & 0x08) !== 0,
    nextCatchainSeqno,
    nextValidatorShard,
    minRefMcSeqno,
    genUtime,
    splitMergeAt,
    feesCollected,
    fundsCreated,
  };
}

/** Writes what `loadShardDescription` reads. */
export function storeShardDescription(builder: CellBuilder, value: ShardDescription): void {
  builder.storeUint(value.layout === 'inline' ? tagInline : tagReference, 4);
  builder.storeUint(value.seqno, 32).storeUint(value.regMcSeqno, 32);
  builder.storeUint(value.startLt, 64).storeUint(value.endLt, 64);
  builder.storeBytes(value.rootHash).storeBytes(value.fileHash);
  builder.storeBit(value.beforeSplit).storeBit(value.beforeMerge).storeBit(value.wantSplit).storeBit(value.wantMerge);
  builder.storeBit(value.nextCatchainUpdated).storeUint(0, 3);
  builder.storeUint(value.nextCatchainSeqno, 32).storeUint(value.nextValidatorShard, 64);
  builder.storeUint(value.minRefMcSeqno, 32).storeUint(value.genUtime, 32);
  storeFutureSplitMerge(builder, value.splitMergeAt);
  if (value.layout === 'inline') storeAmounts(builder, value);
  else storeInnerCell(builder, storeAmounts, value);
}

function storeAmounts(builder: CellBuilder, value: ShardDescription): void {
  storeCurrencyCollection(builder, value.feesCollected);
  storeCurrencyCollection(builder, value.fundsCreated);
}
