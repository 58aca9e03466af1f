import type { ProofContext } from './proof.ts';
import { inRangesSql, longQuery } from './ranges.ts';

/**
 * Returns true when the state-resolver has resolved blocks that parsers have not stored yet, for example after a stop.
 * Then no other row names the rows that it wrote; only the records of their blocks say that they must be there.
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
