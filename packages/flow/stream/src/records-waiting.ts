import type { EventLog } from './event-log.ts';

/** Returns the lag of a group: how many records of the topic, in all partitions, it has not committed yet. */
export async function recordsWaiting(
  log: Pick<EventLog, 'endOffsets' | 'committedOffsets'>,
  topic: string,
  groupId: string,
): Promise<bigint> {
  const [ends, committed] = await Promise.all([log.endOffsets(topic), log.committedOffsets(topic, groupId)]);
  return ends.reduce((total, end, partition) => total + end - (committed[partition] ?? 0n), 0n);
}
