import {
  actionPlaceRows,
  checkedProgressRow,
  checkedTraceRow,
  rangeOfVersion,
  traceAccountRows,
} from '@tonriver/block-rows';
import { partitionOfTrace, TRACE_PARTITIONS } from '@tonriver/events';
import {
  actionPlacesTable,
  type ActionsProgressRow,
  actionsProgressTable,
  type ClassifiedTraceRow,
  classifiedTracesTable,
  columnsSql,
  pickColumns,
  traceAccountsTable,
  type TraceRow,
  tracesTable,
} from '@tonriver/row-schema';
import { ActionsAhead, type WaitingTrace } from '../actions-ahead.ts';
import { nameOf, type Problem, valueText } from '../finding.ts';
import type { Proof, ProofContext, RoundRange } from '../proof.ts';
import { longQuery } from '../ranges.ts';

/** Rounds that are compared at once. */
const ROUNDS_PER_CHUNK = 512;
/** Rows of a look-up that are found with one query. */
const ROWS_PER_QUERY = 500;

/**
 * Every finished trace up to the progress of its partition has its row with actions, as it was written, and is found by
 * its accounts and actions. What the rules say is not worked out again: the checksum of a row says that it is as it was
 * written.
 */
export const actionsProof: Proof = {
  name: 'actions',
  promise: 'every finished trace is classified up to the stored progress, and is found by its accounts and actions',
  async *run(context) {
    const progress = await readProgress(context);
    context.count('partitions of actions', progress.length);
    for (const row of progress) {
      if (checkedProgressRow(row).checksum === row.checksum) continue;
      yield { ...nameOf(actionsProgressTable, row), problem: 'is not as it was written: its checksum differs' };
    }
    for (const range of context.ranges) yield* checkRange(context, range, progress);
    yield* checkChecksums(context);
  },
};

async function readProgress({ store }: ProofContext): Promise<readonly ActionsProgressRow[]> {
  const { columns } = actionsProgressTable;
  return await store.select(columns, `SELECT ${columnsSql(columns)} FROM actions_progress FINAL`, {}, longQuery);
}

async function* checkRange(
  context: ProofContext,
  range: RoundRange,
  progress: readonly ActionsProgressRow[],
): AsyncGenerator<Problem> {
  const ofRange = progress.filter(({ rangeSeqno }) => rangeSeqno === range.first);
  const byPartition = new Map(ofRange.map((row) => [row.partition, row]));
  const isBegun = ofRange.length > 0 || (await hasTraces(context, range));
  for (let partition = 0; isBegun && partition < TRACE_PARTITIONS; partition += 1) {
    const row = byPartition.get(partition);
    const name = nameOf(actionsProgressTable, { rangeSeqno: range.first, partition });
    if (row === undefined) yield { ...name, problem: 'is missing: traces of the range are classified' };
    else if (row.lastSeqno > range.last) yield { ...name, problem: `is beyond the last round, ${range.last}` };
  }
  const ahead = new ActionsAhead();
  for (let first = range.first; first <= range.last; first += ROUNDS_PER_CHUNK) {
    const rounds = { range, first, last: Math.min(range.last, first + ROUNDS_PER_CHUNK - 1) };
    yield* checkRounds(context, rounds, byPartition, ahead);
  }
  if (ahead.count === 0) return;
  const problems = ahead.problems(await readNow(context, range, ahead.waiting));
  if (problems.length === 0) context.count('classified traces ahead of the progress (exempt)', ahead.count);
  yield* problems;
}

/** What the progress says now, and which of some traces have their rows now. */
async function readNow(
  context: ProofContext,
  range: RoundRange,
  traces: readonly WaitingTrace[],
): Promise<Parameters<ActionsAhead['problems']>[0]> {
  const ofRange = (await readProgress(context)).filter(({ rangeSeqno }) => rangeSeqno === range.first);
  const keys = traces.map(({ endLt, traceId }) => `(${endLt}, unhex('${Buffer.from(traceId).toString('hex')}'))`);
  const columns = pickColumns(classifiedTracesTable, 'end_lt', 'trace_id', 'version');
  const sql = `SELECT ${columnsSql(columns)} FROM classified_traces WHERE (end_lt, trace_id) IN (${keys.join(', ')})`;
  const rows = keys.length === 0 ? [] : await context.store.select(columns, sql, {}, longQuery);
  const stored = new Set(rows.filter(({ version }) => rangeOfVersion(version) === range.first).map(keyOf));
  return {
    lastSeqnoOf: (partition) => ofRange.find((row) => row.partition === partition)?.lastSeqno ?? 0,
    hasRow: (trace) => stored.has(keyOf(trace)),
  };
}

async function hasTraces({ store }: ProofContext, { first, last }: RoundRange): Promise<boolean> {
  const found = await store.query<{ readonly found: number }>(
    `SELECT 1 AS found FROM classified_traces WHERE mc_seqno_end BETWEEN {first:UInt32} AND {last:UInt32} LIMIT 1`,
    { first, last },
    longQuery,
  );
  return found.length > 0;
}

async function* checkRounds(
  context: ProofContext,
  { range, first, last }: RoundRange & { readonly range: RoundRange },
  progress: ReadonlyMap<number, ActionsProgressRow>,
  ahead: ActionsAhead,
): AsyncGenerator<Problem> {
  const { store, count } = context;
  const inRounds = 'mc_seqno_end BETWEEN {first:UInt32} AND {last:UInt32}';
  const classified = new Map<string, ClassifiedTraceRow>();
  const { columns } = classifiedTracesTable;
  const rows = `SELECT ${columnsSql(columns)} FROM classified_traces FINAL WHERE ${inRounds}`;
  for await (const batch of store.stream(columns, rows, { first, last }, longQuery)) {
    // Rows of a range that an earlier one has passed are left out by readers.
    for (const row of batch) {
      if (rangeOfVersion(row.version) === range.first) classified.set(keyOf(row), row);
    }
  }
  count('classified traces', classified.size);
  const traces = `SELECT ${columnsSql(tracesTable.columns)} FROM traces FINAL WHERE pending_edges = 0 AND ${inRounds}`;
  const finished = new Set<string>();
  for await (const batch of store.stream(tracesTable.columns, traces, { first, last }, longQuery)) {
    for (const trace of batch) {
      finished.add(keyOf(trace));
      yield* checkTrace(trace, classified.get(keyOf(trace)), progress, ahead);
    }
  }
  for (const [key, row] of classified) {
    if (!finished.has(key)) yield { ...nameOf(classifiedTracesTable, row), problem: 'is of no finished trace' };
  }
  yield* checkLookUps(context, [...classified.values()]);
}

function* checkTrace(
  trace: TraceRow,
  row: ClassifiedTraceRow | undefined,
  progress: ReadonlyMap<number, ActionsProgressRow>,
  ahead: ActionsAhead,
): Generator<Problem> {
  const partition = partitionOfTrace(Buffer.from(trace.traceId).toString('base64'), TRACE_PARTITIONS);
  const { firstSeqno = Infinity, lastSeqno = -Infinity } = progress.get(partition) ?? {};
  const round = trace.mcSeqnoEnd;
  const isExpected = firstSeqno <= round && round <= lastSeqno;
  const name = nameOf(classifiedTracesTable, trace);
  if (row === undefined) {
    if (isExpected) yield { ...name, problem: 'is missing: the trace is finished' };
    else if (round > lastSeqno)
      ahead.wait({ partition, round, endLt: trace.endLt, traceId: Uint8Array.from(trace.traceId) });
    return;
  }
  for (const property of HEADER) {
    if (valueText(row[property]) === valueText(trace[property])) continue;
    yield { ...name, problem: `${property} is ${valueText(row[property])}, not ${valueText(trace[property])}` };
  }
  if (isExpected) return;
  const unsaid = `does not say that the traces of round ${round} are classified`;
  const rangeSeqno = rangeOfVersion(row.version);
  const problem = { ...nameOf(actionsProgressTable, { rangeSeqno, partition }), problem: unsaid, or: name };
  if (round > lastSeqno) ahead.add({ partition, round, problem });
  else yield problem;
}

/** What both tables say of a trace. */
const HEADER = [
  'mcSeqnoStart',
  'mcSeqnoEnd',
  'startLt',
  'startUtime',
  'endUtime',
  'externalHash',
  'externalHashNorm',
  'nodes',
  'edges',
] as const;

async function* checkLookUps(context: ProofContext, traces: readonly ClassifiedTraceRow[]): AsyncGenerator<Problem> {
  const accounts = traces.flatMap((trace) => traceAccountRows(trace));
  yield* findMissing(context, traceAccountsTable, accounts, ({ workchain, account, endLt }) => {
    const hex = Buffer.from(account).toString('hex');
    return { columns: '(workchain, account, end_lt)', value: `(${workchain}, unhex('${hex}'), ${endLt})` };
  });
  const places = traces.flatMap((trace) => actionPlaceRows(trace, trace.actions.flatMap(actionIdsOf)));
  yield* findMissing(context, actionPlacesTable, places, ({ hashPrefix }) => ({
    columns: 'hash_prefix',
    value: String(hashPrefix),
  }));
}

type LookUpTable = typeof traceAccountsTable | typeof actionPlacesTable;

/** Rows of look-ups that should be there and are not. More may be there, of older classifications. */
async function* findMissing<Row extends object>(
  { store, count }: ProofContext,
  table: LookUpTable,
  rows: readonly Row[],
  keyOfRow: (row: Row) => { readonly columns: string; readonly value: string },
): AsyncGenerator<Problem> {
  count(`rows of ${table.name}`, rows.length);
  for (let from = 0; from < rows.length; from += ROWS_PER_QUERY) {
    const some = rows.slice(from, from + ROWS_PER_QUERY);
    const { columns } = keyOfRow(some[0]!);
    const values = some.map((row) => keyOfRow(row).value).join(', ');
    const sql = `SELECT ${columnsSql(table.columns)} FROM ${table.name} FINAL WHERE ${columns} IN (${values})`;
    const found = new Set<string>();
    for (const row of await store.select<typeof table.columns>(table.columns, sql, {}, longQuery)) {
      found.add(JSON.stringify(nameOf(table, row)));
    }
    for (const row of some) {
      const name = nameOf(table, row);
      if (!found.has(JSON.stringify(name))) yield { ...name, problem: 'is missing: a classified trace has it' };
    }
  }
}

/** Every row is as it was written, those of passed ranges too. */
async function* checkChecksums({ store }: ProofContext): AsyncGenerator<Problem> {
  const { columns } = classifiedTracesTable;
  const sql = `SELECT ${columnsSql(columns)} FROM classified_traces FINAL`;
  for await (const rows of store.stream(columns, sql, {}, longQuery)) {
    for (const row of rows) {
      if (checkedTraceRow(row).checksum === row.checksum) continue;
      yield { ...nameOf(classifiedTracesTable, row), problem: 'is not as it was written: its checksum differs' };
    }
  }
}

/** The id of a stored action; nothing where the text was damaged, which the checksum tells. */
function actionIdsOf(json: string): readonly string[] {
  try {
    const { action_id: id } = JSON.parse(json) as { readonly action_id?: unknown };
    return typeof id === 'string' ? [id] : [];
  } catch {
    return [];
  }
}

function keyOf({ endLt, traceId }: Pick<ClassifiedTraceRow, 'endLt' | 'traceId'>): string {
  return `${endLt} ${Buffer.from(traceId).toString('hex')}`;
}
