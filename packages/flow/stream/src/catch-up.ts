import { beatWhile, type SignsOfLife } from './beat-while.ts';
import type { EventLog, LogRecord } from './event-log.ts';
import type { OwnProgress } from './stream-step.ts';

export interface CatchUpDependencies extends SignsOfLife {
  readonly log: Pick<EventLog, 'committedOffsets' | 'endOffsets' | 'readRange'>;
  readonly topic: { readonly name: string };
  readonly groupId: string;
  readonly progress: OwnProgress;
}

/** Reads the records that the group has committed and the step does not know. The consumer would not deliver them. */
export interface CatchUp {
  /**
   * Reads some records of each partition in turn. Passes and saves run meanwhile, so that a process which is killed
   * does not begin from the start again.
   */
  read(take: (records: readonly LogRecord[]) => Promise<void>, signal: AbortSignal): Promise<void>;
}

const RECORDS_PER_READ = 256;

export async function openCatchUp(dependencies: CatchUpDependencies): Promise<CatchUp> {
  const { log, topic, groupId, progress } = dependencies;
  const committed = await beatWhile(log.committedOffsets(topic.name, groupId), dependencies);
  const ends = await beatWhile(log.endOffsets(topic.name), dependencies);
  let hasLost = false;
  const partitions: { readonly partition: number; next: bigint; readonly end: bigint }[] = [];
  for (const [partition, end] of ends.entries()) {
    const next = progress.nextOffset(partition);
    const [oldest] = await beatWhile(log.readRange(topic.name, partition, next, 1), dependencies);
    if (next < end && (oldest === undefined || oldest.offset > next)) hasLost = true;
    partitions.push({ partition, next, end: committed[partition] ?? 0n });
  }
  if (hasLost) progress.onRecordsLost();
  return {
    async read(take, signal) {
      let open = partitions;
      while (open.length > 0 && !signal.aborted) {
        for (const place of open) {
          if (place.next >= place.end || signal.aborted) continue;
          const call = log.readRange(topic.name, place.partition, place.next, RECORDS_PER_READ);
          const records = await beatWhile(call, dependencies);
          await take(records.filter(({ offset }) => offset < place.end));
          place.next = (records.at(-1)?.offset ?? place.end) + 1n;
        }
        open = open.filter(({ next, end }) => next < end);
      }
    },
  };
}
