import { columnsSql, pickColumns, transactionPartsTable } from '@tonriver/row-schema';
import { nameOf, type Problem } from '../finding.ts';
import type { ProofContext } from '../proof.ts';
import { longQuery } from '../ranges.ts';

/** Seqnos of one query, which holds the keys of all their blocks in memory. */
const SEQNOS_PER_QUERY = 100_000;

const keyColumns = pickColumns(transactionPartsTable, 'workchain', 'shard', 'seqno', 'part', 'kind', 'round');

/** Finds cells of blocks that are not stored. No window of lt leads to them. */
export async function* findPartsWithoutBlock({ store }: ProofContext): AsyncGenerator<Problem> {
  const [seqnos] = await store.query<{ readonly first: number; readonly last: number }>(
    "SELECT min(seqno) AS first, max(seqno) AS last FROM transaction_parts WHERE kind = 'cells'",
    {},
    longQuery,
  );
  const last = Number(seqnos?.last ?? 0);
  for (let first = Number(seqnos?.first ?? 0); first <= last; first += SEQNOS_PER_QUERY) {
    const within = 'seqno >= {first:UInt32} AND seqno < {end:UInt64}';
    const rows = await store.select(
      keyColumns,
      `SELECT ${columnsSql(keyColumns)} FROM transaction_parts FINAL WHERE kind = 'cells' AND ${within}
         AND (workchain, shard, seqno) NOT IN (SELECT workchain, shard, seqno FROM blocks WHERE ${within})`,
      { first, end: first + SEQNOS_PER_QUERY },
      longQuery,
    );
    for (const row of rows) {
      yield { ...nameOf(transactionPartsTable, row), problem: 'is not asked for: its block is not stored' };
    }
  }
}
