import {
  type AssembledRange,
  loadStoredRounds,
  newRange,
  partLinkRows,
  readRanges as readSnapshotRanges,
  traceIdRows,
  traceRow,
  versionOfRange,
} from '@tonriver/block-rows';
import {
  assemblerSnapshotsTable,
  columnsSql,
  hashListSql,
  pickColumns,
  type TraceIdRow,
  traceIdsTable,
  type TraceRow,
  tracesTable,
  type TransactionPartRow,
} from '@tonriver/row-schema';
import { assembleRound } from '@tonriver/traces';
import { compareCounts } from '../compare-counts.ts';
import { compareRow } from '../compare-row.ts';
import { compareRows } from '../compare-rows.ts';
import { attempt } from '../attempt.ts';
import { nameOf, type Problem, valueText } from '../finding.ts';
import type { Proof, ProofContext, RoundRange } from '../proof.ts';
import { inRangesSql, longQuery } from '../ranges.ts';
import { transactionKeyText } from '../stored-transactions.ts';
import {
  checkLinkedRounds,
  compareLinks,
  findStrayLinks,
  isSameState,
  readLinkedRounds,
  type SnapshotRange,
} from './trace-links.ts';

/** Rounds assembled again at once. */
const ROUNDS_PER_CHUNK = 512;
/**
 * Rows looked up by one query: their keys must fit into a query (256 KiB) and into one parameter of a URL (128 KiB).
 */
const ROWS_PER_QUERY = 1000;
const SLOTS = [0, 1] as const;

/**
 * Trace assembly, run again over the stored rounds, gives the stored traces; the snapshots are its state at their
 * round.
 */
export const tracesProof: Proof = {
  name: 'traces',
  promise: 'trace assembly over the stored rounds gives exactly the stored trace ids, traces, links and snapshots',
  async *run(context) {
    const snapshots = await readSnapshots(context);
    yield* snapshots.problems;
    const linkedFrom = await readLinkedRounds(context);
    for (const range of context.ranges) {
      const first = linkedFrom.get(range.first) ?? Infinity;
      yield* assembleAgain(context, { ...range, linkedFrom: first }, snapshots.ranges);
    }
    yield* checkLinkedRounds(context, linkedFrom, snapshots.ranges);
    yield* findStrayLinks(context);
    yield* checkSnapshotRanges(context, snapshots.ranges);
    yield* compareKeys(context);
  },
};

async function readSnapshots({
  store,
  count,
}: ProofContext): Promise<{ readonly problems: readonly Problem[]; readonly ranges: readonly SnapshotRange[] }> {
  const rows = await store.select(
    assemblerSnapshotsTable.columns,
    `SELECT ${columnsSql(assemblerSnapshotsTable.columns)} FROM assembler_snapshots FINAL ORDER BY generation`,
    {},
    longQuery,
  );
  count('snapshots', rows.length);
  const problems: Problem[] = [];
  if (rows.length === 0) return { problems, ranges: [] };
  for (const slot of SLOTS) {
    if (rows.some((row) => row.slot === slot)) continue;
    problems.push({ ...nameOf(assemblerSnapshotsTable, { slot }), problem: 'is missing: there are always two' });
  }
  const newest = rows.at(-1)!.generation;
  for (const row of rows) {
    const name = nameOf(assemblerSnapshotsTable, row);
    if (BigInt(row.slot) !== row.generation % BigInt(SLOTS.length)) {
      problems.push({ ...name, columns: ['slot', 'generation'], problem: `holds generation ${row.generation}` });
    }
    if (newest - row.generation >= BigInt(SLOTS.length)) {
      problems.push({
        ...name,
        columns: ['generation'],
        problem: `is generation ${row.generation}; the other is ${newest}`,
        or: nameOf(assemblerSnapshotsTable, rows.at(-1)!),
      });
    }
  }
  const ranges: SnapshotRange[] = [];
  for (const snapshot of rows) {
    const read = attempt(() => readSnapshotRanges(snapshot.state));
    if (read.ok) ranges.push(...read.value.map((range) => ({ snapshot, range })));
    else {
      const problem = `cannot be read: ${read.problem}`;
      problems.push({ ...nameOf(assemblerSnapshotsTable, snapshot), columns: ['state'], problem });
    }
  }
  return { problems, ranges };
}

/** A running assembly: of a range, or from the later start that a snapshot was taken with. */
interface Assembly {
  readonly range: AssembledRange;
  readonly isStored: boolean;
}

async function* assembleAgain(
  context: ProofContext,
  range: RoundRange & { readonly linkedFrom: number },
  snapshots: readonly SnapshotRange[],
): AsyncGenerator<Problem> {
  const { store, count } = context;
  const within = snapshots.filter(({ range: { first, last } }) => range.first <= first && last <= range.last);
  const starts = new Set(within.map((snapshot) => snapshot.range.first));
  starts.delete(range.first);
  const assemblies: Assembly[] = [
    { range: { ...newRange(range.first), linkedFrom: range.linkedFrom }, isStored: true },
    ...[...starts].map((first) => ({ range: newRange(first), isStored: false })),
  ];
  for (let first = range.first; first <= range.last; first += ROUNDS_PER_CHUNK) {
    const last = Math.min(range.last, first + ROUNDS_PER_CHUNK - 1);
    const traceIds: TraceIdRow[] = [];
    const traces = new Map<string, TraceRow>();
    const links: TransactionPartRow[] = [];
    for (const { seqno, transactions } of await loadRounds(context, { first, last })) {
      for (const assembly of assemblies) {
        if (seqno < assembly.range.first) continue;
        const isLinked = seqno >= assembly.range.linkedFrom;
        const assembled = assembleRound(assembly.range.state, seqno, transactions, { keepsSenders: isLinked });
        assembly.range.last = seqno;
        yield* checkStates(assembly, within);
        if (!assembly.isStored) continue;
        traceIds.push(...traceIdRows(assembly.range, assembled));
        if (isLinked) links.push(...partLinkRows(assembly.range, seqno, assembled));
        for (const trace of assembled.traces) traces.set(trace.traceId, traceRow(assembly.range, seqno, trace));
      }
      count('rounds', 1);
    }
    const isLast = last === range.last;
    // A later round writes an open trace again: it is compared then.
    const open = assemblies[0]!.range.state.openTraces;
    const settled = [...traces].flatMap(([id, row]) => (open.has(id) && !isLast ? [] : [row]));
    const carried = isLast ? [...open.keys()].filter((id) => !traces.has(id)) : [];
    count('transactions', traceIds.length);
    count('traces', settled.length + carried.length);
    const chunk = chunkOf({ first, last }, traceIds);
    yield* compareTraceIds(store, chunk, traceIds);
    yield* compareLinks(context, { first: Math.max(first, range.linkedFrom), last }, links);
    yield* compareTraces(store, chunk, settled);
    yield* compareOpenTraces(context, assemblies[0]!.range, carried);
  }
}

/** Other proofs report a round whose blocks are missing; here it has no transactions. */
async function loadRounds({ store }: ProofContext, chunk: RoundRange) {
  const present = await store.query<{ readonly seqno: number }>(
    `SELECT DISTINCT assumeNotNull(mc_block_seqno) AS seqno FROM blocks FINAL
     WHERE mc_block_seqno BETWEEN {first:UInt32} AND {last:UInt32} ORDER BY seqno`,
    { ...chunk },
    longQuery,
  );
  const runs: { first: number; last: number }[] = [];
  for (const { seqno } of present) {
    const run = runs.at(-1);
    if (run?.last === Number(seqno) - 1) run.last += 1;
    else runs.push({ first: Number(seqno), last: Number(seqno) });
  }
  const rounds = [];
  for (const run of runs) rounds.push(...(await loadStoredRounds(store, run)));
  return rounds;
}

function* checkStates({ range }: Assembly, snapshots: readonly SnapshotRange[]): Generator<Problem> {
  for (const { snapshot, range: stored } of snapshots) {
    if (stored.first !== range.first || stored.last !== range.last) continue;
    if (isSameState(stored, range)) continue;
    const problem = `is not the state of trace assembly after round ${range.last}`;
    yield { ...nameOf(assemblerSnapshotsTable, snapshot), columns: ['state'], problem };
  }
}

/** SQL: the transactions of some rounds; their lt selects the partitions. */
const ofChunk = `(workchain, account, lt) IN (SELECT workchain, account, lt FROM transactions
  WHERE lt BETWEEN {from:UInt64} AND {to:UInt64} AND mc_block_seqno BETWEEN {first:UInt32} AND {last:UInt32})`;

interface Chunk extends RoundRange {
  readonly from: bigint;
  readonly to: bigint;
}

function chunkOf({ first, last }: RoundRange, rows: readonly TraceIdRow[]): Chunk {
  const from = rows.reduce((least, { lt }) => (lt < least ? lt : least), rows[0]?.lt ?? 0n);
  return { first, last, from, to: rows.reduce((most, { lt }) => (lt > most ? lt : most), 0n) };
}

async function* compareTraceIds(
  store: ProofContext['store'],
  chunk: Chunk,
  expected: readonly TraceIdRow[],
): AsyncGenerator<Problem> {
  const { columns } = traceIdsTable;
  const stored = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM trace_ids FINAL WHERE ${ofChunk}`,
    { ...chunk },
    longQuery,
  );
  const byKey = new Map(stored.map((row) => [transactionKeyText(row), row]));
  for (const row of expected) yield* compareRow(traceIdsTable, row, byKey.get(transactionKeyText(row)));
}

async function* compareTraces(
  store: ProofContext['store'],
  chunk: Chunk,
  expected: readonly TraceRow[],
): AsyncGenerator<Problem> {
  const { columns } = tracesTable;
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM traces FINAL
     WHERE trace_id IN (SELECT trace_id FROM trace_ids WHERE ${ofChunk})`,
    { ...chunk },
    longQuery,
  );
  const stored = new Map(rows.map((row) => [valueText(row.traceId), row]));
  // A wrong trace id must not make its trace count as missing: traces not found so are looked up by their own key.
  const missing = expected.filter(({ traceId }) => !stored.has(valueText(traceId)));
  for (let start = 0; start < missing.length; start += ROWS_PER_QUERY) {
    const hashes = missing.slice(start, start + ROWS_PER_QUERY).map(({ traceId }) => traceId);
    for (const [id, row] of await loadTraces(store, hashes)) stored.set(id, row);
  }
  for (const row of expected) yield* compareRow(tracesTable, row, stored.get(valueText(row.traceId)));
}

/**
 * Finds open traces that were last written long before the end of the range, and the round that their rows name.
 */
async function* compareOpenTraces(
  { store }: ProofContext,
  range: AssembledRange,
  ids: readonly string[],
): AsyncGenerator<Problem> {
  for (let start = 0; start < ids.length; start += ROWS_PER_QUERY) {
    const chunk = ids.slice(start, start + ROWS_PER_QUERY);
    const stored = await loadTraces(
      store,
      chunk.map((id) => Buffer.from(id, 'base64')),
    );
    for (const id of chunk) {
      const trace = range.state.openTraces.get(id)!;
      // The last round in which a trace was seen wrote it.
      const row = traceRow(range, trace.seqnoEnd, trace);
      yield* compareRow(tracesTable, row, stored.get(valueText(row.traceId)));
    }
  }
}

async function loadTraces(
  store: ProofContext['store'],
  hashes: readonly Uint8Array[],
): Promise<ReadonlyMap<string, TraceRow>> {
  const { columns } = tracesTable;
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM traces FINAL WHERE trace_id IN ${hashListSql('hashes')}`,
    { hashes: hashes.map(valueText) },
    longQuery,
  );
  return new Map(rows.map((row) => [valueText(row.traceId), row]));
}

const keyColumns = pickColumns(traceIdsTable, 'workchain', 'account', 'lt');
const idColumns = pickColumns(tracesTable, 'trace_id');

/** Finds rows that the assembly did not give: ids of unknown transactions, traces without transactions. */
async function* compareKeys(context: ProofContext): AsyncGenerator<Problem> {
  yield* compareRows(context, {
    table: traceIdsTable,
    columns: keyColumns,
    expected: `SELECT workchain, account, lt FROM transactions FINAL
      WHERE ${inRangesSql(context.ranges, 'mc_block_seqno')}`,
    actual: 'SELECT workchain, account, lt FROM trace_ids FINAL',
    source: 'the transactions of complete rounds',
  });
  const isPassed = await isPassedSql(context);
  const [waiting] = await context.store.query<{ readonly traces: string }>(
    `SELECT toString(count()) AS traces FROM traces FINAL WHERE ${isPassed}`,
    {},
    longQuery,
  );
  const count = Number(waiting?.traces ?? 0);
  if (count > 0) context.count('traces of passed starts, still to be deleted', count);
  const counts = compareCounts(context, {
    columns: idColumns,
    expected: `SELECT trace_id, toUInt64(nodes) AS rows_ FROM traces FINAL WHERE NOT (${isPassed})`,
    actual: 'SELECT trace_id, toUInt64(1) AS rows_ FROM trace_ids FINAL',
  });
  for await (const { key, expected, actual } of counts) {
    const problem = `says it has ${expected} transactions; trace_ids has ${actual} of it`;
    yield { ...nameOf(tracesTable, key), columns: ['nodes'], problem };
  }
}

/**
 * SQL: true for a trace of a start inside a range, assembled before the earlier rounds were there. ClickHouse deletes
 * such traces later, and no transaction leads to them.
 */
async function isPassedSql({ store, ranges }: ProofContext): Promise<string> {
  const rows = await store.query<{ readonly seqno: number }>(
    `SELECT mc_block_seqno AS seqno FROM rounds FINAL WHERE is_range_start AND ${inRangesSql(ranges, 'mc_block_seqno')}`,
    {},
    longQuery,
  );
  const passed = rows.map(({ seqno }) => Number(seqno)).filter((seqno) => !ranges.some(({ first }) => first === seqno));
  const versions = passed.map((first) => versionOfRange({ first }));
  return `has(CAST([${versions.join(', ')}], 'Array(UInt64)'), bitShiftRight(version, 32))`;
}

/** Checks the ranges of a snapshot: they are real ranges and begin at marked rounds. */
async function* checkSnapshotRanges(
  { store, ranges, count }: ProofContext,
  snapshots: readonly SnapshotRange[],
): AsyncGenerator<Problem> {
  const rows = await store.query<{ readonly seqno: number }>(
    'SELECT mc_block_seqno AS seqno FROM rounds FINAL WHERE is_range_start',
    {},
    longQuery,
  );
  const marked = new Set(rows.map(({ seqno }) => Number(seqno)));
  let behind = ranges.at(-1)?.last ?? 0;
  for (const { snapshot, range } of snapshots) {
    const name = nameOf(assemblerSnapshotsTable, snapshot);
    const known = ranges.find(({ first, last }) => first <= range.first && range.last <= last);
    if (known === undefined) {
      const problem = `has a range of rounds ${range.first} to ${range.last}, which is not stored`;
      yield { ...name, columns: ['state'], problem };
      continue;
    }
    if (known === ranges.at(-1)) behind = Math.min(behind, known.last - range.last);
    const expected = [...marked].filter((seqno) => range.first <= seqno && seqno <= range.last).toSorted(ascending);
    if (expected.join(' ') === [...range.starts].toSorted(ascending).join(' ')) continue;
    const problem = `says that ranges begin at ${[...range.starts].join(', ')}; rounds say ${expected.join(', ')}`;
    yield { ...name, columns: ['state'], problem };
  }
  if (behind > 0) count('rounds that the newest snapshot is behind', behind);
}

function ascending(left: number, right: number): number {
  return left - right;
}
