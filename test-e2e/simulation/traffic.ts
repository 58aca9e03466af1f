import { consumerGroupOf } from '@tonriver/events';
import type { ServiceName } from './changed-ports.ts';
import { type PublishedRecord, topics } from './scenarios.ts';
import type { Schedule } from './schedule.ts';
import type { World } from './world.ts';

/** A group of readers that the services are. */
export interface Group {
  readonly topic: string;
  readonly groupId: string;
}

/** The groups exist before anything is sent, so that the log keeps it for them. */
export async function createGroups({ log }: World, services: readonly ServiceName[]): Promise<readonly Group[]> {
  const groups = [...new Set(services)].map((service): Group => {
    const topic = service === 'trace-assembler' ? topics.parsedRounds : topics.rawBlocks;
    return { topic: topic.name, groupId: consumerGroupOf(topic, service) };
  });
  for (const group of groups) {
    const consumer = await log.consumer({ ...group, batchRecordsMax: 1, batchBytesMax: 1 });
    await consumer.close();
  }
  return groups;
}

/** Sends the published records in order, as the fetcher does. */
export async function publish(
  world: World,
  schedule: Schedule,
  order: readonly (readonly PublishedRecord[])[],
): Promise<void> {
  const publisher = schedule.process('publisher');
  const producer = await world.log.producer();
  for (const records of order) {
    await publisher.call(`send ${records.length} raw blocks`, () => producer.send(topics.rawBlocks.name, records));
  }
}

/** Whether there is nothing left to read for anybody. */
export async function isAllCommitted({ log }: World, groups: readonly Group[]): Promise<boolean> {
  for (const { topic, groupId } of groups) {
    const ends = await log.endOffsets(topic);
    const committed = await log.committedOffsets(topic, groupId);
    if (ends.some((end, partition) => end !== (committed[partition] ?? 0n))) return false;
  }
  return true;
}
