import { type BlockRecord, isSameBytes } from '@tonriver/chain-reader';
import type { BlockFilters, BlocksRequest } from './query.ts';

/** Tells whether a block matches all filters, and is of a round up to the watermark. */
export function matchesBlock(row: BlockRecord, filters: BlockFilters, indexedSeqno: number): boolean {
  const { workchain, shard, seqno, root_hash: rootHash, file_hash: fileHash, mc_seqno: mcSeqno } = filters;
  const { start_utime: startUtime, end_utime: endUtime, start_lt: startLt, end_lt: endLt } = filters;
  return (
    row.finality === 'finalized' &&
    row.mcBlockSeqno <= indexedSeqno &&
    (workchain === undefined || row.workchain === workchain) &&
    (shard === undefined || row.shard === shard) &&
    (seqno === undefined || row.seqno === seqno) &&
    (rootHash === undefined || isSameBytes(row.rootHash, rootHash)) &&
    (fileHash === undefined || (row.fileHash !== null && isSameBytes(row.fileHash, fileHash))) &&
    (mcSeqno === undefined || row.mcBlockSeqno === mcSeqno) &&
    (startUtime === undefined || row.genUtime >= startUtime) &&
    (endUtime === undefined || row.genUtime <= endUtime) &&
    (startLt === undefined || row.startLt >= startLt) &&
    (endLt === undefined || row.startLt <= endLt)
  );
}

/**
 * Compares blocks as the deployed service orders them: by generation time, then the masterchain behind the others, then
 * shard as a signed number, then seqno. `desc` is the exact reverse, so the masterchain comes first there.
 */
export function compareBlocks(order: BlocksRequest['order']): (left: BlockRecord, right: BlockRecord) => number {
  const sign = order === 'asc' ? 1 : -1;
  return (left, right) => {
    if (left.genUtime !== right.genUtime) return sign * (left.genUtime - right.genUtime);
    if (left.workchain !== right.workchain) return sign * (right.workchain - left.workchain);
    if (left.shard !== right.shard) return left.shard < right.shard ? -sign : sign;
    return sign * (left.seqno - right.seqno);
  };
}
