import type { ProofContext } from './proof.ts';
import { inRangesSql, longQuery } from './ranges.ts';

/**
 * Whether the state-resolver has resolved blocks that parsers have not stored yet: a process that is stopped, or one
 * that goes on, may have come so far. Rows that it wrote are named by nothing then; that they must be there is known
 * from the records of their blocks.
 */
export async function isAheadOfParsers({ store, ranges }: ProofContext): Promise<boolean> {
  const [found] = await store.query<{ readonly blocks: string }>(
    `SELECT count() AS blocks FROM resolved_blocks WHERE
       workchain = -1 AND range_seqno > 0 AND NOT ${inRangesSql(ranges, 'seqno')}
       OR range_seqno = 0 AND (workchain, shard, seqno) NOT IN (
         SELECT workchain, shard, seqno FROM blocks WHERE (workchain, shard, seqno) IN (
           SELECT workchain, shard, seqno FROM resolved_blocks WHERE range_seqno = 0))`,
    {},
    longQuery,
  );
  return Number(found?.blocks ?? 0) > 0;
}
