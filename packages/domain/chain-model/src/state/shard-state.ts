import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { type BlockReference, loadBlockReference, storeBlockReference } from '../block/block-reference.ts';
import { loadShardIdent, type ShardIdent, storeShardIdent } from '../block/shard-ident.ts';
import { loadHashmapE, storeHashmapE } from '../dictionary/hashmap.ts';
import { badTag } from '../errors.ts';
import {
  type CurrencyCollection,
  loadCurrencyCollection,
  storeCurrencyCollection,
} from '../primitives/currency-collection.ts';
import { loadMaybe, storeMaybe } from '../primitives/maybe.ts';
import { closeReference, ensureRead, resolveCell, storeInCell } from '../primitives/reference.ts';
import {
  loadMasterchainStateExtra,
  type MasterchainStateExtra,
  resolveMasterchainStateExtra,
  storeMasterchainStateExtra,
} from './masterchain-state-extra.ts';

/** The state of a shard as it is written: what `storeShardState` needs. */
export interface ShardStateParts<C = number> extends ShardIdent {
  readonly globalId: number;
  readonly seqno: number;
  readonly vertSeqno: number;
  /** Unix seconds. */
  readonly genUtime: number;
  readonly genLt: bigint;
  readonly minRefMcSeqno: number;
  /** See `loadOutMsgQueueInfo`. */
  readonly outMsgQueueInfo: C;
  readonly beforeSplit: boolean;
  /** See `loadShardAccounts`. */
  readonly accounts: C;
  readonly overloadHistory: bigint;
  readonly underloadHistory: bigint;
  readonly totalBalance: CurrencyCollection;
  readonly totalValidatorFees: CurrencyCollection;
  /** In the masterchain: see `loadSharedLibraries`. */
  readonly libraries: C | null;
  /** The masterchain block that a shard's state knows; null in the masterchain. */
  readonly masterRef: BlockReference | null;
  readonly custom: MasterchainStateExtra<C> | null;
}

/** The state of a shard after a block, as it was read. */
export interface ShardState<C = number> extends ShardStateParts<C> {
  /** True when `storeShardState` of these fields gives the identical cell. */
  readonly isCanonical: boolean;
}

/** Two states of sibling shards that are about to merge. */
export interface SplitStateParts<C = number> {
  readonly left: ShardStateParts<C>;
  readonly right: ShardStateParts<C>;
}

/** The same as they were read. */
export interface SplitState<C = number> extends SplitStateParts<C> {
  readonly left: ShardState<C>;
  readonly right: ShardState<C>;
}

const unsplitTag = 0x9023afe2;
const splitTag = 0x5f327da5;

/**
 * Reads the state in `cell`:
 *
 * ```tlb
 * shard_state#9023afe2 global_id:int32
 *   shard_id:ShardIdent
 *   seq_no:uint32 vert_seq_no:#
 *   gen_utime:uint32 gen_lt:uint64
 *   min_ref_mc_seqno:uint32
 *   out_msg_queue_info:^OutMsgQueueInfo
 *   before_split:(## 1)
 *   accounts:^ShardAccounts
 *   ^[ overload_history:uint64 underload_history:uint64
 *   total_balance:CurrencyCollection
 *   total_validator_fees:CurrencyCollection
 *   libraries:(HashmapE 256 LibDescr)
 *   master_ref:(Maybe BlkMasterInfo) ]
 *   custom:(Maybe ^McStateExtra)
 *   = ShardStateUnsplit;
 * master_info$_ master:ExtBlkRef = BlkMasterInfo;
 * ```
 *
 * Throws `ChainModelError` or `BocError` for anything else.
 */
export function loadShardState(bag: Bag, cell: number): ShardState {
  const slice = bag.slice(cell);
  const tag = slice.loadUint(32);
  if (tag !== unsplitTag) throw badTag('ShardStateUnsplit', tag);
  const globalId = slice.loadInt(32);
  const { workchain, shard } = loadShardIdent(slice);
  const seqno = slice.loadUint(32);
  const vertSeqno = slice.loadUint(32);
  const genUtime = slice.loadUint(32);
  const genLt = slice.loadUint64();
  const minRefMcSeqno = slice.loadUint(32);
  const outMsgQueueInfo = slice.loadRef();
  const beforeSplit = slice.loadBit();
  const accounts = slice.loadRef();
  const inner = slice.loadRefSlice();
  const state: ShardStateParts = {
    globalId,
    workchain,
    shard,
    seqno,
    vertSeqno,
    genUtime,
    genLt,
    minRefMcSeqno,
    outMsgQueueInfo,
    beforeSplit,
    accounts,
    overloadHistory: inner.loadUint64(),
    underloadHistory: inner.loadUint64(),
    totalBalance: loadCurrencyCollection(inner),
    totalValidatorFees: loadCurrencyCollection(inner),
    libraries: loadHashmapE(inner),
    masterRef: loadMaybe(inner, loadBlockReference),
    custom: slice.loadBit() ? loadCustom(slice) : null,
  };
  closeReference(slice, inner, 'ShardStateUnsplit');
  ensureRead(slice, 'ShardStateUnsplit');
  return { ...state, isCanonical: !slice.sawNonCanonical };
}

/**
 * Reads a state that may be split:
 *
 * ```tlb
 * _ ShardStateUnsplit = ShardState;
 * split_state#5f327da5 left:^ShardStateUnsplit right:^ShardStateUnsplit = ShardState;
 * ```
 */
export function loadSplitOrUnsplitState(bag: Bag, cell: number): ShardState | SplitState {
  const slice = bag.slice(cell);
  if (slice.remainingBits !== 32 || slice.preloadUint(32) !== splitTag) return loadShardState(bag, cell);
  slice.skipBits(32);
  const left = loadShardState(bag, slice.loadRef());
  const right = loadShardState(bag, slice.loadRef());
  ensureRead(slice, 'ShardState');
  return { left, right };
}

/** Writes what `loadShardState` reads. */
export function storeShardState(builder: CellBuilder, value: ShardStateParts<Cell>): void {
  builder.storeUint(unsplitTag, 32).storeInt(value.globalId, 32);
  storeShardIdent(builder, value);
  builder.storeUint(value.seqno, 32).storeUint(value.vertSeqno, 32).storeUint(value.genUtime, 32);
  builder.storeUint(value.genLt, 64).storeUint(value.minRefMcSeqno, 32).storeRef(value.outMsgQueueInfo);
  builder.storeBit(value.beforeSplit).storeRef(value.accounts).storeRef(storeInCell(storeInner, value));
  builder.storeBit(value.custom !== null);
  if (value.custom !== null) builder.storeRef(storeInCell(storeMasterchainStateExtra, value.custom));
}

/** Writes `split_state`. */
export function storeSplitState(builder: CellBuilder, value: SplitStateParts<Cell>): void {
  builder.storeUint(splitTag, 32).storeRef(storeInCell(storeShardState, value.left));
  builder.storeRef(storeInCell(storeShardState, value.right));
}

/** The same with heap cells. */
export function resolveShardState(bag: Bag, value: ShardState): ShardState<Cell> {
  return {
    ...value,
    outMsgQueueInfo: bag.toCell(value.outMsgQueueInfo),
    accounts: bag.toCell(value.accounts),
    libraries: resolveCell(bag, value.libraries),
    custom: value.custom === null ? null : resolveMasterchainStateExtra(bag, value.custom),
  };
}

function loadCustom(slice: CellSlice): MasterchainStateExtra {
  const child = slice.loadRefSlice();
  const custom = loadMasterchainStateExtra(child);
  closeReference(slice, child, 'McStateExtra');
  return custom;
}

function storeInner(builder: CellBuilder, value: ShardStateParts<Cell>): void {
  builder.storeUint(value.overloadHistory, 64).storeUint(value.underloadHistory, 64);
  storeCurrencyCollection(builder, value.totalBalance);
  storeCurrencyCollection(builder, value.totalValidatorFees);
  storeHashmapE(builder, value.libraries);
  storeMaybe(builder, value.masterRef, storeBlockReference);
}
