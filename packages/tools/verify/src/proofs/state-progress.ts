import {
  cellTreesTable,
  columnsSql,
  librariesTable,
  type LibraryRow,
  stateProgressTable,
  type StateProgressRow,
  uint32,
} from '@tonriver/row-schema';
import { nameOf, type Problem, valueText } from '../finding.ts';
import type { Proof, ProofContext, RoundRange } from '../proof.ts';
import { longQuery } from '../ranges.ts';
import { isAheadOfParsers } from '../rounds-ahead.ts';
import { loadTrees } from '../stored-trees.ts';
import { checkLibraryRecords } from './library-records.ts';

const uncoveredColumns = [{ name: 'round', type: uint32, comment: 'A round with resolved data' }] as const;

/**
 * The ranges of resolved rounds hold every round with data, only stored rounds, and are complete where the records of
 * their rounds say so. Public libraries are added and removed as the records say, and in turn.
 */
export const stateProgressProof: Proof = {
  name: 'state-progress',
  promise: 'resolved ranges agree with the records of their rounds and are stored; public libraries are there',
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
    yield* checkRecords(context, rows);
    yield* findUncovered(context, rows);
    yield* checkLibraries(context, rows);
  },
};

async function* checkRanges(context: ProofContext, rows: readonly StateProgressRow[]): AsyncGenerator<Problem> {
  const { store, count } = context;
  // Where records say how far a range goes, rounds after the stored ones are not lost: parsers will store them.
  const isAhead = await isAheadOfParsers(context);
  for (const row of rows) {
    const { firstSeqno, lastSeqno } = row;
    const [counted] = await store.query<{ readonly stored: string }>(
      `SELECT uniqExact(seqno) AS stored FROM blocks FINAL
       WHERE workchain = -1 AND mc_block_seqno BETWEEN {first:UInt32} AND {last:UInt32}`,
      { first: firstSeqno, last: lastSeqno },
      longQuery,
    );
    const missing = lastSeqno - firstSeqno + 1 - Number(counted?.stored ?? 0);
    if (missing !== 0 && isAhead) count('resolved rounds that are not stored yet', missing);
    else if (missing !== 0) yield { ...nameOf(stateProgressTable, row), problem: 'holds rounds that are not stored' };
    if (!row.isComplete) continue;
    const [first] = await store.query<{ readonly is_start: boolean }>(
      'SELECT is_range_start AS is_start FROM rounds FINAL WHERE mc_block_seqno = {first:UInt32}',
      { first: firstSeqno },
      longQuery,
    );
    // A range may begin at any round where the log begins, but then knows no state before it.
    if (first?.is_start === false) {
      yield { ...nameOf(stateProgressTable, row), problem: 'is complete, but nobody says that a range begins there' };
    }
  }
}

/**
 * Every resolved round has a record of its masterchain block that names the range it was resolved in and says whether
 * that was complete. Ranges grow together: then a range holds those of others too. A range of a resolver whose
 * directory was lost may lie over others, and have no record itself when it is older than they are.
 */
async function* checkRecords(context: ProofContext, rows: readonly StateProgressRow[]): AsyncGenerator<Problem> {
  const { store } = context;
  const recorded = await store.query<{ readonly first: number; readonly last: number }>(
    `SELECT range_seqno AS first, max(seqno) AS last FROM resolved_blocks FINAL
     WHERE workchain = -1 AND range_seqno > 0 GROUP BY range_seqno ORDER BY range_seqno`,
    {},
    longQuery,
  );
  const starts = new Set(recorded.map(({ first }) => first));
  for (const { first, last } of recorded) {
    const isHeldBy = ({ firstSeqno, lastSeqno }: StateProgressRow): boolean =>
      firstSeqno <= first && last <= lastSeqno && starts.has(firstSeqno);
    if (rows.some(isHeldBy)) continue;
    const range = rows.findLast(({ firstSeqno }) => firstSeqno <= first) ?? { firstSeqno: first };
    const problem = `is not the range that holds the rounds ${first} to ${last}, which were resolved`;
    yield { ...nameOf(stateProgressTable, range), problem };
  }
  for (const row of rows.filter(({ firstSeqno }) => starts.has(firstSeqno))) {
    const problem = await recordProblem(context, row);
    if (problem !== undefined) yield { ...nameOf(stateProgressTable, row), ...problem };
  }
}

async function recordProblem(
  { store, count }: ProofContext,
  { firstSeqno, lastSeqno, isComplete }: StateProgressRow,
): Promise<Pick<Problem, 'columns' | 'problem'> | undefined> {
  const [found] = await store.query<{
    readonly rounds: string;
    readonly last: number;
    readonly is_complete: boolean;
  }>(
    `SELECT count() AS rounds, max(seqno) AS last, min(complete) = 1 AS is_complete FROM (
       SELECT seqno, argMin(is_complete, range_seqno) AS complete FROM resolved_blocks FINAL
       WHERE workchain = -1 AND range_seqno BETWEEN {first:UInt32} AND {last:UInt32}
         AND seqno BETWEEN {first:UInt32} AND {last:UInt32}
       GROUP BY seqno)`,
    { first: firstSeqno, last: lastSeqno },
    longQuery,
  );
  const rounds = Number(found?.rounds ?? 0);
  count('rounds with a record', rounds);
  if (found === undefined || rounds === 0) return undefined;
  if (Number(found.last) !== lastSeqno) {
    return { columns: ['last_seqno'], problem: `goes on after round ${found.last}, the last with a record` };
  }
  const isRecorded = Boolean(found.is_complete);
  if (isRecorded === isComplete) return undefined;
  return { columns: ['is_complete'], problem: `is_complete is ${isComplete}; its rounds say ${isRecorded}` };
}

/** Finds data of rounds outside every range: the range beside it is too short, or missing. */
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

async function* checkLibraries(context: ProofContext, ranges: readonly StateProgressRow[]): AsyncGenerator<Problem> {
  const { store, count } = context;
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
  for (const row of rows) {
    if (trees.has(valueText(row.hash))) continue;
    const or = nameOf(cellTreesTable, row);
    yield { ...nameOf(librariesTable, row), columns: ['hash'], problem: 'its tree is missing', or };
  }
  yield* checkLibraryRecords(context, rows);
  yield* checkTurns(rows, ranges, await seqnosOfStates(context));
}

/** Masterchain states from which ranges began: each adds all of its libraries, known before or not. */
async function seqnosOfStates({ store }: ProofContext): Promise<ReadonlySet<number>> {
  const rows = await store.query<{ readonly seqno: number }>(
    `SELECT DISTINCT seqno FROM initial_states WHERE workchain = -1
     UNION DISTINCT SELECT mc_block_seqno AS seqno FROM configs WHERE row_version = 0`,
    {},
    longQuery,
  );
  return new Set(rows.map(({ seqno }) => Number(seqno)));
}

/** Within a range a library is added and removed in turn. */
function* checkTurns(
  rows: readonly LibraryRow[],
  ranges: readonly StateProgressRow[],
  states: ReadonlySet<number>,
): Generator<Problem> {
  let before: { readonly hash: string; readonly range: StateProgressRow; readonly isPublic: boolean } | undefined;
  for (const row of rows) {
    const [hash, round] = [valueText(row.hash), row.mcBlockSeqno];
    const isOfState = row.isPublic && states.has(round);
    const begun = isOfState ? ranges.find(({ firstSeqno }) => firstSeqno === round + 1) : undefined;
    const range = begun ?? ranges.find(({ firstSeqno, lastSeqno }) => firstSeqno <= round && round <= lastSeqno);
    if (range === undefined) continue;
    const wasPublic = before?.hash === hash && before.range === range && before.isPublic;
    if (!isOfState && wasPublic === row.isPublic) {
      const problem = row.isPublic ? 'comes without having gone' : 'goes without having come';
      yield { ...nameOf(librariesTable, row), columns: ['is_public'], problem };
    }
    before = { hash, range, isPublic: row.isPublic };
  }
}
