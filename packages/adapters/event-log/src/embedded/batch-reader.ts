import type { ConsumerOptions, LogBatch, LogRecord } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import type { ConsumerGroup, GroupMember } from './consumer-group.ts';
import type { EmbeddedTopic } from './embedded-topic.ts';

/** Reads the batches of one group member. */
export interface BatchReader {
  /** Returns the next batch of the member's partitions, undefined when it has read all records. */
  next(): LogBatch | undefined;
}

export interface BatchReaderDependencies {
  readonly topic: EmbeddedTopic;
  readonly group: ConsumerGroup;
  readonly member: GroupMember;
  readonly options: ConsumerOptions;
}

interface Position {
  readonly epoch: number;
  next: number;
}

/** Creates a reader that starts each newly assigned partition after the group's last commit. */
export function createBatchReader({ topic, group, member, options }: BatchReaderDependencies): BatchReader {
  const { groupId, batchRecordsMax, batchBytesMax } = options;
  const positions = new Map<number, Position>();
  /** The partitions after this one come first in the next read, so that each gets its turn. */
  let lastRead = -1;

  const positionIn = (partition: number): Position => {
    const epoch = group.epochOf(partition);
    const known = positions.get(partition);
    if (known?.epoch === epoch) return known;
    const position = { epoch, next: group.nextOffset(partition) ?? topic.boundsOf(partition).start };
    positions.set(partition, position);
    return position;
  };
  const batchOf = (partition: number, position: Position, records: readonly LogRecord[]): LogBatch => {
    const { epoch } = position;
    return {
      partition,
      records,
      isCurrent: () => group.epochOf(partition) === epoch,
      async commit(offset = records.at(-1)?.offset ?? 0n) {
        if (offset < 0n || offset >= BigInt(position.next)) {
          const fields = { topic: options.topic, groupId, partition, offset };
          throw new EventLogError('offset_invalid', 'Only delivered records can be committed', fields);
        }
        await group.commit(partition, epoch, Number(offset) + 1);
      },
    };
  };
  return {
    next() {
      const own = group.partitionsOf(member);
      const inTurn = [...own.filter((each) => each > lastRead), ...own.filter((each) => each <= lastRead)];
      for (const partition of inTurn) {
        const position = positionIn(partition);
        const records = topic.read(partition, position.next, batchRecordsMax, batchBytesMax);
        const last = records.at(-1);
        if (last === undefined) continue;
        position.next = Number(last.offset) + 1;
        lastRead = partition;
        return batchOf(partition, position, records);
      }
      return undefined;
    },
  };
}
