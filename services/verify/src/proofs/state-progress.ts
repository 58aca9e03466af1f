import { columnsSql, librariesTable, stateProgressTable, type StateProgressRow, uint32 } from '@tonriver/clickhouse';
import { nameOf, type Problem, valueText } from '../finding.ts';
import type { Proof, ProofContext, RoundRange } from '../proof.ts';
import { longQuery } from '../ranges.ts';
import { loadTrees } from '../stored-trees.ts';

const uncoveredColumns = [{ name: 'round', type: uint32, comment: 'A round with resolved data' }] as const;

/**
 * The ranges of resolved rounds hold every round with data, and none that is not stored; public libraries come and go
 * in turn.
 *
 * What it cannot find: that a range says it is not complete although it is. While rounds are being indexed the
 * state-resolver may be ahead of the parsers; such a range is found too.
 */
export const stateProgressProof: Proof = {
  name: 'state-progress',
  promise: 'resolved ranges hold every round with contract data and only stored ones; public libraries are there',
  async *run(context) {
    const { columns } = stateProgressTable;
    const rows = await context.store.select(
      columns,
      `SELECT ${columnsSql(columns)} FROM state_progress FINAL ORDER BY first_seqno`,
      {},
      longQuery,
    );
    context.count('ranges', rows.length);
    yield* checkRanges(context, rows);
    yield* findUncovered(context, rows);
    yield* checkLibraries(context);
  },
};

async function* checkRanges({ store }: ProofContext, rows: readonly StateProgressRow[]): AsyncGenerator<Problem> {
  for (const row of rows) {
    const { firstSeqno, lastSeqno } = row;
    const [counted] = await store.query<{ readonly stored: string }>(
      `SELECT uniqExact(seqno) AS stored FROM blocks FINAL
       WHERE workchain = -1 AND mc_block_seqno BETWEEN {first:UInt32} AND {last:UInt32}`,
      { first: firstSeqno, last: lastSeqno },
      longQuery,
    );
    if (Number(counted?.stored ?? 0) !== lastSeqno - firstSeqno + 1) {
      yield { ...nameOf(stateProgressTable, row), problem: 'holds rounds that are not stored' };
    }
    if (!row.isComplete) continue;
    const [first] = await store.query<{ readonly is_start: boolean }>(
      'SELECT is_range_start AS is_start FROM rounds FINAL WHERE mc_block_seqno = {first:UInt32}',
      { first: firstSeqno },
      longQuery,
    );
    // A range that begins where the log does may begin anywhere, but knows no state before its first round.
    if (first?.is_start === false) {
      yield { ...nameOf(stateProgressTable, row), problem: 'is complete, but nobody says that a range begins there' };
    }
  }
}

/** Data of a round that no range holds: the range beside it is too short, or it is gone. */
async function* findUncovered(context: ProofContext, rows: readonly StateProgressRow[]): AsyncGenerator<Problem> {
  const uncovered = await context.store.select(
    uncoveredColumns,
    `SELECT DISTINCT assumeNotNull(mc_block_seqno) AS round FROM account_states FINAL
     WHERE mc_block_seqno IS NOT NULL AND (workchain, account, lt) IN (SELECT workchain, account, lt FROM account_data)
       AND mc_block_seqno NOT IN (
         SELECT arrayJoin(range(first_seqno, last_seqno + 1)) FROM state_progress FINAL WHERE last_seqno >= first_seqno)
     ORDER BY round`,
    {},
    longQuery,
  );
  const named = new Set<string>();
  for (const { round } of uncovered) {
    const range = context.ranges.find(({ first, last }) => first <= round && round <= last);
    const name = nameOf(stateProgressTable, { firstSeqno: firstOf(rows, range, round) });
    if (named.has(valueText(Object.values(name.row)))) continue;
    named.add(valueText(Object.values(name.row)));
    yield { ...name, problem: `does not hold round ${round}, of which contract data is there` };
  }
}

function firstOf(rows: readonly StateProgressRow[], range: RoundRange | undefined, round: number): number {
  if (range === undefined) return round;
  const beside = rows.find(({ firstSeqno, lastSeqno }) => firstSeqno <= range.last && range.first <= lastSeqno);
  return beside?.firstSeqno ?? range.first;
}

async function* checkLibraries({ store, count }: ProofContext): AsyncGenerator<Problem> {
  const { columns } = librariesTable;
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM libraries FINAL ORDER BY hash, mc_block_seqno`,
    {},
    longQuery,
  );
  count('libraries', rows.length);
  const trees = await loadTrees(
    store,
    rows.map(({ hash }) => hash),
  );
  let before: { readonly hash: string; readonly isPublic: boolean } = { hash: '', isPublic: false };
  for (const row of rows) {
    const hash = valueText(row.hash);
    const wasPublic = before.hash === hash && before.isPublic;
    if (!trees.has(hash)) yield { ...nameOf(librariesTable, row), columns: ['hash'], problem: 'its tree is missing' };
    if (wasPublic === row.isPublic) {
      const problem = row.isPublic ? 'comes without having gone' : 'goes without having come';
      yield { ...nameOf(librariesTable, row), columns: ['is_public'], problem };
    }
    before = { hash, isPublic: row.isPublic };
  }
}
