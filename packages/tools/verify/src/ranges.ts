import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { RoundRange } from './proof.ts';

/**
 * Returns the contiguous ranges of complete rounds. A round counts when two of three agree: its row in `rounds`, a
 * range in `watermarks`, its block in `round_blocks`. So one wrong row does not change what the other proofs examine.
 */
export async function readRanges(store: ClickHouseStore): Promise<readonly RoundRange[]> {
  const rows = await store.query<{ readonly first: number; readonly last: number }>(
    `WITH
       (SELECT groupArray((first_seqno, last_seqno)) FROM watermarks FINAL) AS marks
     SELECT min(seqno) AS first, max(seqno) AS last
     FROM (
       SELECT seqno, toInt64(seqno) - row_number() OVER (ORDER BY seqno) AS island
       FROM (
         SELECT seqno, count() AS votes
         FROM (
           SELECT mc_block_seqno AS seqno FROM rounds FINAL
           UNION ALL
           SELECT mc_block_seqno AS seqno FROM round_blocks FINAL WHERE workchain = -1
         )
         GROUP BY seqno
       )
       WHERE votes + arrayExists(mark -> seqno BETWEEN mark.1 AND mark.2, marks) >= 2
     )
     GROUP BY island ORDER BY first`,
    {},
    longQuery,
  );
  return rows.map(({ first, last }) => ({ first: Number(first), last: Number(last) }));
}

/** Proofs read whole tables, so their queries may be slow, but not endless. */
export const longQuery = { executionSecondsMax: 6 * 3600 } as const;

/** SQL: true when the round named by an expression lies in one of the ranges. */
export function inRangesSql(ranges: readonly RoundRange[], round: string): string {
  if (ranges.length === 0) return 'false';
  return `ifNull(${ranges.map(({ first, last }) => `${round} BETWEEN ${first} AND ${last}`).join(' OR ')}, false)`;
}

/**
 * SQL: the number of the range (from 1) that the round named by an expression lies in; 0 for none, or for a partial
 * block.
 */
export function rangeNumberSql(ranges: readonly RoundRange[], round: string): string {
  if (ranges.length === 0) return 'toUInt32(0)';
  const branches = ranges.map(({ first, last }, index) => `${round} BETWEEN ${first} AND ${last}, ${index + 1}`);
  return `toUInt32(multiIf(${branches.join(', ')}, 0))`;
}
