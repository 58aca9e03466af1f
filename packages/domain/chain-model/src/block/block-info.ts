import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag, badValue } from '../errors.ts';
import { type BlockReference, loadBlockReference, storeBlockReference } from './block-reference.ts';
import { type GlobalVersion, loadGlobalVersion, storeGlobalVersion } from './global-version.ts';
import { loadInnerCell, storeInnerCell } from './inner-cell.ts';
import { loadPreviousBlocks, type PreviousBlocks, storePreviousBlocks } from './previous-blocks.ts';
import { loadShardIdent, type ShardIdent, storeShardIdent } from './shard-ident.ts';

/** The header of a block. Times are seconds since 1970; names are those of the TL-B fields. */
export interface BlockInfo extends ShardIdent {
  readonly version: number;
  readonly notMaster: boolean;
  readonly afterMerge: boolean;
  readonly beforeSplit: boolean;
  readonly afterSplit: boolean;
  readonly wantSplit: boolean;
  readonly wantMerge: boolean;
  readonly keyBlock: boolean;
  readonly vertSeqnoIncr: boolean;
  /** Bit 0: `genSoftware` is there. No other bit is known. */
  readonly flags: number;
  readonly seqno: number;
  readonly vertSeqno: number;
  readonly genUtime: number;
  readonly startLt: bigint;
  readonly endLt: bigint;
  readonly genValidatorListHashShort: number;
  readonly genCatchainSeqno: number;
  readonly minRefMcSeqno: number;
  readonly prevKeyBlockSeqno: number;
  readonly genSoftware: GlobalVersion | null;
  /** The masterchain block that a block of another workchain was made under; null in the masterchain. */
  readonly masterRef: BlockReference | null;
  /** Two blocks after a merge, else one. After a split it is the block of the parent shard. */
  readonly previousBlocks: PreviousBlocks;
  readonly previousVerticalBlock: BlockReference | null;
}

const tag = 0x9bc7a987;

/**
 * Reads:
 *
 * ```tlb
 * block_info#9bc7a987 version:uint32
 *   not_master:(## 1)
 *   after_merge:(## 1) before_split:(## 1)
 *   after_split:(## 1)
 *   want_split:Bool want_merge:Bool
 *   key_block:Bool vert_seqno_incr:(## 1)
 *   flags:(## 8) { flags <= 1 }
 *   seq_no:# vert_seq_no:# { vert_seq_no >= vert_seqno_incr }
 *   { prev_seq_no:# } { ~prev_seq_no + 1 = seq_no }
 *   shard:ShardIdent gen_utime:uint32
 *   start_lt:uint64 end_lt:uint64
 *   gen_validator_list_hash_short:uint32
 *   gen_catchain_seqno:uint32
 *   min_ref_mc_seqno:uint32
 *   prev_key_block_seqno:uint32
 *   gen_software:flags . 0?GlobalVersion
 *   master_ref:not_master?^BlkMasterInfo
 *   prev_ref:^(BlkPrevInfo after_merge)
 *   prev_vert_ref:vert_seqno_incr?^(BlkPrevInfo 0)
 *   = BlockInfo;
 * master_info$_ master:ExtBlkRef = BlkMasterInfo;
 * ```
 */
export function loadBlockInfo(slice: CellSlice): BlockInfo {
  const found = slice.loadUint(32);
  if (found !== tag) throw badTag('BlockInfo', found);
  const version = slice.loadUint(32);
  const bits = slice.loadUint(8);
  const notMaster = (bits & 0x80) !== 0;
  const afterMerge = (bits & 0x40) !== 0;
  const vertSeqnoIncr = (bits & 0x01) !== 0;
  const flags = slice.loadUint(8);
  const seqno = slice.loadUint(32);
  const vertSeqno = slice.loadUint(32);
  const { workchain, shard } = loadShardIdent(slice);
  const info: BlockInfo = {
    version,
    notMaster,
    afterMerge,
    beforeSplit: (bits & 0x20) !== 0,
    afterSplit: (bits & 0x10) !== 0,
    wantSplit: (bits & 0x08) !== 0,
    wantMerge: (bits & 0x04) !== 0,
    keyBlock: (bits & 0x02) !== 0,
    vertSeqnoIncr,
    flags,
    seqno,
    vertSeqno,
    workchain,
    shard,
    genUtime: slice.loadUint(32),
    startLt: slice.loadUint64(),
    endLt: slice.loadUint64(),
    genValidatorListHashShort: slice.loadUint(32),
    genCatchainSeqno: slice.loadUint(32),
    minRefMcSeqno: slice.loadUint(32),
    prevKeyBlockSeqno: slice.loadUint(32),
    genSoftware: (flags & 1) === 0 ? null : loadGlobalVersion(slice),
    masterRef: notMaster ? loadInnerCell(slice, loadBlockReference, 'BlkMasterInfo') : null,
    previousBlocks: loadInnerCell(slice, (inner) => loadPreviousBlocks(inner, afterMerge), 'BlkPrevInfo'),
    previousVerticalBlock: vertSeqnoIncr ? loadInnerCell(slice, loadBlockReference, 'BlkPrevInfo') : null,
  };
  checkBlockInfo(info);
  return info;
}

/** Writes what `loadBlockInfo` reads. Refuses a header whose flags contradict the parts that are there. */
export function storeBlockInfo(builder: CellBuilder, info: BlockInfo): void {
  checkBlockInfo(info);
  builder.storeUint(tag, 32).storeUint(info.version, 32);
  builder.storeBit(info.notMaster).storeBit(info.afterMerge).storeBit(info.beforeSplit).storeBit(info.afterSplit);
  builder.storeBit(info.wantSplit).storeBit(info.wantMerge).storeBit(info.keyBlock).storeBit(info.vertSeqnoIncr);
  builder.storeUint(info.flags, 8).storeUint(info.seqno, 32).storeUint(info.vertSeqno, 32);
  storeShardIdent(builder, info);
  builder.storeUint(info.genUtime, 32).storeUint(info.startLt, 64).storeUint(info.endLt, 64);
  builder.storeUint(info.genValidatorListHashShort, 32).storeUint(info.genCatchainSeqno, 32);
  builder.storeUint(info.minRefMcSeqno, 32).storeUint(info.prevKeyBlockSeqno, 32);
  if (info.genSoftware !== null) storeGlobalVersion(builder, info.genSoftware);
  if (info.masterRef !== null) storeInnerCell(builder, storeBlockReference, info.masterRef);
  storeInnerCell(builder, storePreviousBlocks, info.previousBlocks);
  if (info.previousVerticalBlock !== null) {
    storeInnerCell(builder, storeBlockReference, info.previousVerticalBlock);
  }
}

/** Checks the conditions of TL-B, and that each optional part is there exactly when its flag is set. */
function checkBlockInfo(info: BlockInfo): void {
  if (info.flags > 1) throw badValue('BlockInfo', 'flags', info.flags);
  if (info.seqno === 0) throw badValue('BlockInfo', 'seq_no', info.seqno);
  if (info.vertSeqnoIncr && info.vertSeqno === 0) throw badValue('BlockInfo', 'vert_seq_no', info.vertSeqno);
  if ((info.genSoftware !== null) !== (info.flags === 1)) throw badValue('BlockInfo', 'gen_software');
  if ((info.masterRef !== null) !== info.notMaster) throw badValue('BlockInfo', 'master_ref');
  if ((info.previousBlocks.length === 2) !== info.afterMerge) throw badValue('BlockInfo', 'prev_ref');
  if ((info.previousVerticalBlock !== null) !== info.vertSeqnoIncr) throw badValue('BlockInfo', 'prev_vert_ref');
}
