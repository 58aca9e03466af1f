import type { BlockRow } from '@tonriver/row-schema';
import type { TransactionFilters } from './filters.ts';
import type { LtSpan } from './span.ts';

/**
 * Returns what tells whether a block may have matching transactions. All transactions of a block have its workchain,
 * shard, seqno, round and time, so those filters need not be tried on transactions.
 */
export function createBlockTest(filters: TransactionFilters, { ltMin, ltMax }: LtSpan): (block: BlockRow) => boolean {
  const { workchain, shard, seqno, mc_seqno: mcSeqno, start_utime: start, end_utime: end } = filters;
  return (block) =>
    block.txCount > 0 &&
    (workchain === undefined || block.workchain === workchain) &&
    (shard === undefined || block.shard === shard) &&
    (seqno === undefined || block.seqno === seqno) &&
    (mcSeqno === undefined || block.mcBlockSeqno === mcSeqno) &&
    (start === undefined || block.genUtime >= start) &&
    (end === undefined || block.genUtime <= end) &&
    (ltMin === undefined || block.endLt >= ltMin) &&
    (ltMax === undefined || block.startLt <= ltMax);
}

/** Tells whether a request has filters that only messages decide. */
export function hasMessageFilters({ msg_hash, body_hash, opcode, source, destination }: TransactionFilters): boolean {
  return [msg_hash, body_hash, opcode, source, destination].some((filter) => filter !== undefined);
}
