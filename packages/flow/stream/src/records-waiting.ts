import type { EventLog } from './event-log.ts';

/** How many records of a topic a group has not committed yet: how far it lags behind, over all partitions. */
export async function recordsWaiting(
  log: Pick<EventLog, 'endOffsets' | 'committedOffsets'>,
  topic: string,
  groupId: string,
): Promise<bigint> {
  const [ends, committed] = await Promise.all([log.endOffsets(topic), log.committedOffsets(topic, groupId)]);
  return ends.reduce((total, end, partition) => total + end - (committed[partition] ?? 0n), 0n);
}
