import type { AssembledRange } from '@tonriver/block-rows';
import {
  assemblerSnapshotsTable,
  type AssemblerSnapshotRow,
  columnsSql,
  pickColumns,
  type TransactionPartRow,
  transactionPartsTable,
  watermarksTable,
} from '@tonriver/row-schema';
import { type AssemblyState, writeSnapshot } from '@tonriver/traces';
import { compareRow } from '../compare-row.ts';
import { nameOf, type Problem } from '../finding.ts';
import type { ProofContext, RoundRange } from '../proof.ts';
import { inRangesSql, longQuery } from '../ranges.ts';

/** A range as a snapshot records it. */
export interface SnapshotRange {
  readonly snapshot: AssemblerSnapshotRow;
  readonly range: AssembledRange;
}

/** Returns the first round whose links are stored, by the first round of the range. */
export async function readLinkedRounds({ store }: ProofContext): Promise<ReadonlyMap<number, number>> {
  const rows = await store.select(
    watermarksTable.columns,
    `SELECT ${columnsSql(watermarksTable.columns)} FROM watermarks FINAL`,
    {},
    longQuery,
  );
  return new Map(rows.flatMap(({ firstSeqno, linkedSeqno }) => (linkedSeqno === 0 ? [] : [[firstSeqno, linkedSeqno]])));
}

/** All watermarks of a range, and its snapshots, name the same first round with links. */
export function* checkLinkedRounds(
  { ranges }: ProofContext,
  linkedFrom: ReadonlyMap<number, number>,
  snapshots: readonly SnapshotRange[],
): Generator<Problem> {
  for (const { first, last } of ranges) {
    const own = linkedFrom.get(first);
    for (const [start, linked] of linkedFrom) {
      if (start < first || start > last || linked === own) continue;
      const problem = `says that links begin at round ${linked}; the range's own says ${own ?? 'none'}`;
      const or = nameOf(watermarksTable, { firstSeqno: first });
      yield { ...nameOf(watermarksTable, { firstSeqno: start }), columns: ['linked_seqno'], problem, or };
    }
  }
  const newest = snapshots.reduce(
    (most, { snapshot }) => (snapshot.generation > most ? snapshot.generation : most),
    0n,
  );
  for (const { snapshot, range } of snapshots) {
    const linked = linkedFrom.get(range.first);
    if (linked === range.linkedFrom) continue;
    // An older release may have taken over after the snapshot: then links end, or begin again after it.
    const isAtEnd = ranges.some(({ first, last }) => first === range.first && last === range.last);
    if (linked === undefined && (!isAtEnd || range.linkedFrom > range.last)) continue;
    if (linked !== undefined && linked > range.last && snapshot.generation < newest) continue;
    const problem = `says that links begin at round ${linked ?? 'none'}; the snapshot says ${range.linkedFrom}`;
    const or = nameOf(assemblerSnapshotsTable, snapshot);
    yield { ...nameOf(watermarksTable, { firstSeqno: range.first }), columns: ['linked_seqno'], problem, or };
  }
}

/**
 * Tells whether a snapshot is the state of trace assembly. Senders count only where both know them from the same round
 * on, and places of transactions where the snapshot has them all.
 */
export function isSameState(stored: AssembledRange, assembled: AssembledRange): boolean {
  const isLinkedAlike = stored.linkedFrom === assembled.linkedFrom;
  const expected = withKnownPlaces(assembled.state, stored.state);
  const [left, right] = [withKnownPlaces(stored.state, stored.state), expected].map((state) =>
    writeSnapshot(isLinkedAlike ? state : withoutSenders(state)),
  );
  return left === right;
}

/** A release that does not keep places leaves them out, or leaves those that it finds as they are. */
function withKnownPlaces(state: AssemblyState, { openTraces: known }: AssemblyState): AssemblyState {
  const traces = [...state.openTraces].map(([traceId, trace]) => {
    const stored = known.get(traceId);
    const isKnown = stored?.places !== undefined && stored.places.length === stored.nodes;
    return [traceId, isKnown ? trace : { ...trace, places: undefined }] as const;
  });
  return { ...state, openTraces: new Map(traces) };
}

function withoutSenders({ openEdges, openTraces }: AssemblyState): AssemblyState {
  const edges = [...openEdges].map(([hash, { traceId }]) => [hash, { traceId, sender: undefined }] as const);
  return { openEdges: new Map(edges), openTraces };
}

const keyColumns = pickColumns(transactionPartsTable, 'workchain', 'shard', 'seqno', 'part', 'kind', 'round');

/** Finds links of rounds that are not complete: trace assembly never gave them. */
export async function* findStrayLinks({ store, ranges }: ProofContext): AsyncGenerator<Problem> {
  const batches = store.stream(
    keyColumns,
    `SELECT ${columnsSql(keyColumns)} FROM transaction_parts FINAL
     WHERE kind = 'links' AND NOT ${inRangesSql(ranges, 'round')}`,
    {},
    longQuery,
  );
  for await (const rows of batches) {
    for (const row of rows) {
      yield { ...nameOf(transactionPartsTable, row), problem: 'is not asked for: its round is not complete' };
    }
  }
}

/** Compares the links that some rounds tell with the stored ones, in both directions. */
export async function* compareLinks(
  { store, count }: ProofContext,
  { first, last }: RoundRange,
  expected: readonly TransactionPartRow[],
): AsyncGenerator<Problem> {
  if (first > last) return;
  const { columns } = transactionPartsTable;
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM transaction_parts FINAL
     WHERE kind = 'links' AND round BETWEEN {first:UInt32} AND {last:UInt32}`,
    { first, last },
    longQuery,
  );
  const stored = new Map(rows.map((row) => [linksKey(row), row]));
  for (const row of expected) {
    yield* compareRow(transactionPartsTable, row, stored.get(linksKey(row)));
    stored.delete(linksKey(row));
  }
  for (const row of stored.values()) {
    yield { ...nameOf(transactionPartsTable, row), problem: 'is not asked for: trace assembly gives no such links' };
  }
  count('rows of links', expected.length);
}

function linksKey({ blockRound, workchain, shard, seqno, part, round }: TransactionPartRow): string {
  return `${blockRound} ${workchain} ${shard} ${seqno} ${part} ${round}`;
}
