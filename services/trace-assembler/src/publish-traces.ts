import {
  type BlockPlaces,
  encodeRoundTraces,
  type FinishedTrace,
  partitionOfTrace,
  ROUND_TRACES_WEIGHT_MAX,
  type RoundTraces,
  type Topic,
} from '@tonriver/events';
import type { EventProducer } from '@tonriver/stream';
import type { Trace, TracePlace } from '@tonriver/traces';

/** Where finished traces are sent. */
export interface TracesOutput {
  readonly producer: EventProducer;
  readonly topics: { readonly traces: Topic };
}

/** The traces that an assembled round changed. */
export interface TracesOfRound {
  readonly round: number;
  /** First round of the range that it was assembled in. */
  readonly range: number;
  readonly traces: readonly Readonly<Trace>[];
}

/**
 * Sends the finished traces of rounds, those without a message in flight, to the partitions of their ids. Called when
 * the rows of the rounds are durable and before their announcements count as done: a process that dies between
 * assembles the rounds again and sends the same records.
 */
export async function publishTraces(
  { producer, topics }: TracesOutput,
  rounds: readonly TracesOfRound[],
): Promise<void> {
  if (rounds.length === 0) return;
  const { name, partitions } = topics.traces;
  await producer.send(
    name,
    rounds.flatMap((round) =>
      recordsOf(round, partitions).map(({ partition, record }) => ({ partition, ...encodeRoundTraces(record) })),
    ),
  );
}

function recordsOf(
  { round, range, traces }: TracesOfRound,
  partitions: number,
): readonly { readonly partition: number; readonly record: RoundTraces }[] {
  const ofPartition = Array.from({ length: partitions }, (): FinishedTrace[] => []);
  for (const trace of traces.toSorted((left, right) => (left.traceId < right.traceId ? -1 : 1))) {
    if (trace.pendingEdges > 0) continue;
    ofPartition[partitionOfTrace(trace.traceId, partitions)]!.push(finishedTrace(trace));
  }
  return ofPartition.flatMap((ofOne, partition) => {
    const parts = splitByWeight(ofOne);
    return parts.map((part, number) => ({
      partition,
      record: {
        round,
        range,
        part: number,
        isLast: number === parts.length - 1,
        traceCount: ofOne.length,
        partitions,
        traces: part,
      },
    }));
  });
}

/** Splits traces into the lists of records: at least one, which may be empty. */
function splitByWeight(traces: readonly FinishedTrace[]): FinishedTrace[][] {
  const parts: FinishedTrace[][] = [[]];
  let weight = 0;
  for (const trace of traces) {
    const own = 1 + (trace.blocks === null ? 0 : trace.nodes);
    if (weight > 0 && weight + own > ROUND_TRACES_WEIGHT_MAX) {
      parts.push([]);
      weight = 0;
    }
    parts.at(-1)!.push(trace);
    weight += own;
  }
  return parts;
}

function finishedTrace(trace: Readonly<Trace>): FinishedTrace {
  const { traceId, externalHash, externalHashNorm, seqnoStart, startUtime, seqnoEnd, endUtime, nodes, edges } = trace;
  return {
    traceId,
    externalHash,
    externalHashNorm,
    seqnoStart,
    startLt: trace.startLt.toString(),
    startUtime,
    seqnoEnd,
    endLt: trace.endLt.toString(),
    endUtime,
    state: trace.state === 'broken' ? 'broken' : 'complete',
    nodes,
    edges,
    blocks: trace.places === undefined ? null : blocksOf(trace.places),
  };
}

/** Puts the places of one block together, in the order in which the blocks first come. */
function blocksOf(places: readonly TracePlace[]): BlockPlaces[] {
  const blocks = new Map<string, BlockPlaces & { readonly indexes: number[] }>();
  for (const { round, workchain, shard, seqno, index } of places) {
    const text = `${workchain}:${shard}:${seqno}`;
    const block = blocks.get(text) ?? { round, workchain, shard: shard.toString(), seqno, indexes: [] };
    block.indexes.push(index);
    blocks.set(text, block);
  }
  return [...blocks.values()];
}
