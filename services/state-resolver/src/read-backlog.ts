import type { EventLog, LogRecord } from '@tonriver/event-log';
import type { Topic } from '@tonriver/events';
import type { Resolver } from './resolver.ts';
import type { RoundQueue } from './round-queue.ts';

export interface ReadBacklogDependencies {
  readonly log: EventLog;
  readonly topic: Topic;
  readonly groupId: string;
  readonly resolver: Resolver;
  readonly take: (record: LogRecord) => void;
}

export interface Backlog {
  /** The log has lost records that were never resolved: what follows them has nothing before it to wait for. */
  readonly isTrimmed: boolean;
}

const RECORDS_PER_READ = 256;

/**
 * Reads again what the group has committed and the store does not know: a store that is new, or older than the offsets,
 * would otherwise never get these rounds.
 */
export async function readBacklog(dependencies: ReadBacklogDependencies, signal: AbortSignal): Promise<Backlog> {
  const { log, topic, groupId, resolver } = dependencies;
  const committed = await log.committedOffsets(topic.name, groupId);
  const ends = await log.endOffsets(topic.name);
  let isTrimmed = false;
  for (const [partition, end] of ends.entries()) {
    const start = resolver.nextOffset(partition);
    const [oldest] = await log.readRange(topic.name, partition, start, 1);
    if (start < end && (oldest === undefined || oldest.offset > start)) isTrimmed = true;
    await readPartition(dependencies, partition, { start, end: committed[partition] ?? 0n }, signal);
  }
  return { isTrimmed };
}

async function readPartition(
  { log, topic, take }: ReadBacklogDependencies,
  partition: number,
  { start, end }: { readonly start: bigint; readonly end: bigint },
  signal: AbortSignal,
): Promise<void> {
  let next = start;
  while (next < end && !signal.aborted) {
    const records = await log.readRange(topic.name, partition, next, RECORDS_PER_READ);
    for (const record of records) if (record.offset < end) take(record);
    const last = records.at(-1);
    if (last === undefined) return;
    next = last.offset + 1n;
  }
}

/**
 * Where to begin after records that are lost: at the lowest of as many rounds in a row as there are partitions. Each
 * partition is in order, so no lower round can still come out of one of them.
 */
export function beginningAfterLoss(queue: RoundQueue, partitions: number): number | undefined {
  return queue
    .seqnos()
    .find((seqno) => Array.from({ length: partitions }, (_, step) => seqno + step).every((at) => queue.isComplete(at)));
}
