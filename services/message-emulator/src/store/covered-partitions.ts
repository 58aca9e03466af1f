import { consumerGroupOf, type Topic } from '@tonriver/events';
import type { EventLog, PartitionAssignment } from '@tonriver/stream';

/** Remembers how far the records of each partition were taken. */
export interface TakenRecords {
  took(partition: number, offset: bigint, assignment: PartitionAssignment): void;
  /**
   * Returns the partitions of which every record is taken by this process, or done. A partition whose records are all
   * done is complete whoever reads it.
   *
   * @throws {EventLogError} when the log cannot be asked
   */
  covered(): Promise<readonly number[]>;
}

export function createTakenRecords(log: EventLog, topic: Topic): TakenRecords {
  const next = new Map<number, { readonly offset: bigint; readonly assignment: PartitionAssignment }>();
  const groupId = consumerGroupOf(topic, 'message-emulator');
  return {
    took(partition, offset, assignment) {
      next.set(partition, { offset: offset + 1n, assignment });
    },
    async covered() {
      const [ends, committed] = await Promise.all([
        log.endOffsets(topic.name),
        log.committedOffsets(topic.name, groupId),
      ]);
      return ends.flatMap((end, partition) => {
        const own = next.get(partition);
        const taken = own !== undefined && own.assignment.isCurrent() ? own.offset : 0n;
        return taken >= end || (committed[partition] ?? 0n) >= end ? [partition] : [];
      });
    },
  };
}
