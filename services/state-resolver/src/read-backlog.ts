import type { EventLog, LogRecord } from '@tonriver/stream';
import type { Topic } from '@tonriver/events';
import { beatWhile } from '@tonriver/telemetry';
import type { Resolver } from './resolver.ts';
import type { RoundQueue } from './round-queue.ts';

export interface BacklogDependencies {
  readonly log: EventLog;
  readonly topic: Topic;
  readonly groupId: string;
  readonly resolver: Pick<Resolver, 'nextOffset'>;
  readonly beat?: (() => void) | undefined;
}

/**
 * What the group has committed and the store does not know: a store that is new, or older than the offsets, would
 * otherwise never get these rounds.
 */
export interface Backlog {
  /** The log has lost records that were never resolved: what follows them has nothing before it to wait for. */
  readonly isTrimmed: boolean;
  /**
   * Reads it, some records of each partition in turn, so that rounds become complete and are resolved while it is read:
   * a process that is killed meanwhile goes on behind what it had resolved.
   */
  read(take: (records: readonly LogRecord[]) => Promise<void>, signal: AbortSignal): Promise<void>;
}

const RECORDS_PER_READ = 256;

export async function openBacklog(dependencies: BacklogDependencies): Promise<Backlog> {
  const { log, topic, groupId, resolver, beat } = dependencies;
  const committed = await beatWhile(log.committedOffsets(topic.name, groupId), beat);
  const ends = await beatWhile(log.endOffsets(topic.name), beat);
  let isTrimmed = false;
  const partitions: { readonly partition: number; next: bigint; readonly end: bigint }[] = [];
  for (const [partition, end] of ends.entries()) {
    const next = resolver.nextOffset(partition);
    const [oldest] = await beatWhile(log.readRange(topic.name, partition, next, 1), beat);
    if (next < end && (oldest === undefined || oldest.offset > next)) isTrimmed = true;
    partitions.push({ partition, next, end: committed[partition] ?? 0n });
  }
  return {
    isTrimmed,
    async read(take, signal) {
      let open = partitions;
      while (open.length > 0 && !signal.aborted) {
        for (const place of open) {
          if (place.next >= place.end || signal.aborted) continue;
          const call = log.readRange(topic.name, place.partition, place.next, RECORDS_PER_READ);
          const records = await beatWhile(call, beat);
          await take(records.filter(({ offset }) => offset < place.end));
          place.next = (records.at(-1)?.offset ?? place.end) + 1n;
        }
        open = open.filter(({ next, end }) => next < end);
      }
    },
  };
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
