import { TonriverError } from '@tonriver/errors';
import type { AssemblyState, OpenEdge, Sender } from './assembly-state.ts';
import type { Trace } from './trace.ts';

class TraceSnapshotError extends TonriverError<'bad_snapshot'> {}

const VERSION = 1;

/** Writes the state as text. The text does not depend on the order in which edges were added. */
export function writeSnapshot(state: AssemblyState): string {
  const traces = [...state.openTraces.values()]
    .toSorted((left, right) => (left.traceId < right.traceId ? -1 : 1))
    .map(writtenTrace);
  const edges = [...state.openEdges].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(writtenEdge);
  return JSON.stringify({ version: VERSION, edges, traces });
}

/** @throws {TraceSnapshotError} when the text is not a snapshot of this version, or its edges and traces disagree */
export function readSnapshot(text: string): AssemblyState {
  let parsed: Snapshot;
  try {
    parsed = JSON.parse(text) as Snapshot;
  } catch (cause) {
    throw new TraceSnapshotError('bad_snapshot', 'The snapshot of the trace assembly is not JSON', {}, { cause });
  }
  if (parsed.version !== VERSION) {
    throw new TraceSnapshotError('bad_snapshot', 'The snapshot of the trace assembly has another version', {
      found: parsed.version,
      expected: VERSION,
    });
  }
  const openTraces = new Map(parsed.traces.map((trace) => [trace.traceId, readTrace(trace)]));
  const openEdges = new Map(parsed.edges.map((edge) => [edge[0], readEdge(edge)]));
  const edgeCounts = new Map<string, number>();
  for (const { traceId } of openEdges.values()) edgeCounts.set(traceId, (edgeCounts.get(traceId) ?? 0) + 1);
  for (const [traceId, count] of edgeCounts) {
    if (openTraces.get(traceId)?.pendingEdges !== count) {
      throw new TraceSnapshotError('bad_snapshot', 'The snapshot has a wrong number of open edges', { traceId, count });
    }
  }
  return { openEdges, openTraces };
}

interface Snapshot {
  readonly version: number;
  readonly edges: readonly WrittenEdge[];
  readonly traces: readonly WrittenTrace[];
}

type WrittenTrace = Omit<Trace, 'startLt' | 'endLt' | 'places'> & {
  readonly startLt: string;
  readonly endLt: string;
  /** Absent in snapshots of releases that did not keep places. Such a release writes back those that it finds. */
  readonly places?: readonly WrittenPlace[];
};

/** Round, workchain, shard, seqno and index of a transaction. */
type WrittenPlace = readonly [number, number, string, number, number];

function writtenTrace({ places, ...trace }: Trace): WrittenTrace {
  const written = { ...trace, startLt: trace.startLt.toString(), endLt: trace.endLt.toString() };
  if (places === undefined) return written;
  return {
    ...written,
    places: places.map(({ round, workchain, shard, seqno, index }) => [
      round,
      workchain,
      shard.toString(),
      seqno,
      index,
    ]),
  };
}

function readTrace({ places, ...trace }: WrittenTrace): Trace {
  return {
    ...trace,
    startLt: BigInt(trace.startLt),
    endLt: BigInt(trace.endLt),
    places: places?.map(([round, workchain, shard, seqno, index]) => ({
      round,
      workchain,
      shard: BigInt(shard),
      seqno,
      index,
    })),
  };
}

/** Message hash, trace id, and the sender if it is known. Older releases read the first two and ignore the third. */
type WrittenEdge = readonly [string, string, WrittenSender?];

/** Round, workchain, shard, seqno and index of the transaction, its hash, and the position of the message. */
type WrittenSender = readonly [number, number, string, number, number, string, number];

function writtenEdge([message, { traceId, sender }]: readonly [string, OpenEdge]): WrittenEdge {
  if (sender === undefined) return [message, traceId];
  const { workchain, place, hash, position } = sender;
  return [message, traceId, [place.round, workchain, place.shard.toString(), place.seqno, place.index, hash, position]];
}

function readEdge([, traceId, written]: WrittenEdge): OpenEdge {
  return { traceId, sender: written === undefined ? undefined : readSender(written) };
}

function readSender([round, workchain, shard, seqno, index, hash, position]: WrittenSender): Sender {
  return { workchain, place: { round, shard: BigInt(shard), seqno, index }, hash, position };
}
