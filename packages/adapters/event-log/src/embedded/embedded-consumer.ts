import { checkConsumerOptions } from '../checked-arguments.ts';
import type { ConsumerOptions, EventConsumer, LogBatch, LogRecord } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import type { ConsumerGroup } from './consumer-group.ts';
import type { EmbeddedTopic } from './embedded-topic.ts';
import { createWaker } from './waker.ts';

interface Position {
  readonly epoch: number;
  next: number;
}

/** A consumer of the embedded log: woken by producers and by its group, never polling. */
export async function createEmbeddedConsumer(topic: EmbeddedTopic, options: ConsumerOptions): Promise<EventConsumer> {
  checkConsumerOptions(options);
  const { topic: topicName, groupId, batchRecordsMax, batchBytesMax } = options;
  const group: ConsumerGroup = await topic.group(groupId);
  const { wake, sleep } = createWaker();
  const member = { onAssignment: wake };
  const positions = new Map<number, Position>();
  let isClosed = false;
  let hasRun = false;
  /** The partition that was served last: the next one comes first now, so that none starves. */
  let lastServed = -1;

  const positionOf = (partition: number): Position => {
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
      isCurrent: () => group.epochOf(partition) === epoch && !isClosed,
      async commit(offset = records.at(-1)?.offset ?? 0n) {
        if (offset < 0n || offset >= BigInt(position.next)) {
          throw new EventLogError('offset_invalid', 'Only what was delivered can be committed', {
            topic: topicName,
            groupId,
            partition,
            offset,
          });
        }
        await group.commit(partition, epoch, Number(offset) + 1);
      },
    };
  };
  const nextBatch = (): LogBatch | undefined => {
    const mine = group.partitionsOf(member);
    const inTurn = [...mine.filter((each) => each > lastServed), ...mine.filter((each) => each <= lastServed)];
    for (const partition of inTurn) {
      const position = positionOf(partition);
      const records = topic.read(partition, position.next, batchRecordsMax, batchBytesMax);
      const last = records.at(-1);
      if (last === undefined) continue;
      position.next = Number(last.offset) + 1;
      lastServed = partition;
      return batchOf(partition, position, records);
    }
    return undefined;
  };

  return {
    async run(handler, { signal }) {
      if (hasRun || isClosed) {
        throw new EventLogError('consumer_used', 'A consumer runs once', { topic: topicName, groupId });
      }
      hasRun = true;
      group.join(member);
      topic.listeners.add(wake);
      signal.addEventListener('abort', wake);
      // Waiting for a wake alone does not keep a process alive: node would exit in the middle of `run`.
      const alive = setInterval(() => {}, 2 ** 30);
      try {
        while (!signal.aborted && !isClosed) {
          const batch = nextBatch();
          if (batch === undefined) await sleep();
          else await deliver(batch, handler);
        }
      } finally {
        clearInterval(alive);
        topic.listeners.delete(wake);
        signal.removeEventListener('abort', wake);
      }
    },
    async close() {
      isClosed = true;
      group.leave(member);
      wake();
    },
  };

  async function deliver(batch: LogBatch, handler: (batch: LogBatch) => Promise<void>): Promise<void> {
    try {
      await handler(batch);
    } catch (error) {
      // If not, its records belong to somebody else by now, who gets them again.
      if (batch.isCurrent() || isClosed) throw error;
    }
  }
}
