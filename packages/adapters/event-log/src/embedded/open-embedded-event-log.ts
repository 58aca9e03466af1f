import { type DirectoryLock, holderText, lockDirectory } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import { type EventConsumer, type EventLog, EventLogError, type EventProducer } from '@tonriver/stream';
import { readRangeBytesMax, splitBySize } from '../check-arguments.ts';
import { createEmbeddedConsumer } from './embedded-consumer.ts';
import type { EmbeddedTopic } from './embedded-topic.ts';
import { openEmbeddedTopics } from './embedded-topics.ts';
import { type LogStore, openLogStore } from './log-store.ts';

interface EmbeddedEventLogOptions {
  /** Created when missing. Only one process at a time may have it. */
  readonly directory: string;
  readonly logger: Logger;
  /** Returns Unix time in milliseconds. Default: the system's clock. */
  readonly nowMs?: () => number;
}

/** Size of the records in one transaction: the memory that a send takes beside the caller's records. */
const appendBytesMax = 16 * 1024 * 1024;

/**
 * Opens the event log of the standalone form: LMDB in a directory, without a server. `send` and `commit` resolve after
 * the data is on the disk. Throws `directory_held`, with the holder's pid, when another process has the directory.
 */
export async function openEmbeddedEventLog(options: EmbeddedEventLogOptions): Promise<EventLog> {
  const { directory, logger, nowMs = Date.now } = options;
  const lock = lockDirectory(directory, (holder) => {
    const message = `${holderText(holder)} has the event log in ${directory}`;
    return new EventLogError('directory_held', message, { directory, ...holder });
  });
  const store = await openOrRelease(directory, lock);
  return createEmbeddedLog({ store, logger, nowMs, onClosed: () => lock.release() });
}

interface EmbeddedLogDependencies {
  readonly store: LogStore;
  readonly logger: Logger;
  readonly nowMs: () => number;
  readonly onClosed?: () => void;
}

/** The log over an open store: everything but the files. */
export function createEmbeddedLog({ store, logger, nowMs, onClosed }: EmbeddedLogDependencies): EventLog {
  const topics = openEmbeddedTopics({ store, logger, nowMs });
  const consumers = new Set<EventConsumer>();
  const sends = new Set<Promise<void>>();
  let isClosed = false;

  const checkOpen = (): void => {
    if (isClosed) throw new EventLogError('closed', 'The event log is closed', { directory: store.directory });
  };
  const topicNamed = (name: string): EmbeddedTopic => {
    checkOpen();
    return topics.get(name);
  };
  const send: EventProducer['send'] = async (topicName, records) => {
    const sending = appendAll(topicNamed(topicName), records);
    sends.add(sending);
    await sending.finally(() => sends.delete(sending));
  };
  return {
    async ensureTopics(specifications) {
      checkOpen();
      for (const specification of specifications) await topics.ensure(specification);
    },
    async producer() {
      checkOpen();
      return createProducer(send);
    },
    async consumer(consumerOptions) {
      const consumer = await createEmbeddedConsumer(topicNamed(consumerOptions.topic), consumerOptions);
      consumers.add(consumer);
      return consumer;
    },
    async endOffsets(topicName) {
      const topic = topicNamed(topicName);
      return forEachPartition(topic, (partition) => BigInt(topic.boundsOf(partition).end));
    },
    async committedOffsets(topicName, groupId) {
      const topic = topicNamed(topicName);
      const group = topic.knownGroup(groupId);
      return forEachPartition(topic, (partition) => {
        const offset = group?.durableOffset(partition);
        return offset === undefined ? null : BigInt(offset);
      });
    },
    async readRange(topicName, partition, from, limit) {
      return limit < 1 ? [] : topicNamed(topicName).read(partition, Number(from), limit, readRangeBytesMax);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      for (const consumer of consumers) await consumer.close();
      await Promise.allSettled(sends);
      await topics.settled();
      await store.close();
      onClosed?.();
    },
  };
}

async function openOrRelease(directory: string, lock: DirectoryLock): Promise<LogStore> {
  try {
    return await openLogStore(directory);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function appendAll(topic: EmbeddedTopic, records: Parameters<EventProducer['send']>[1]): Promise<void> {
  for (const run of splitBySize(records, appendBytesMax)) await topic.append(run);
}

function createProducer(send: EventProducer['send']): EventProducer {
  let isClosed = false;
  return {
    async send(topicName, records) {
      if (isClosed) throw new EventLogError('closed', 'The producer is closed');
      await send(topicName, records);
    },
    async close() {
      isClosed = true;
    },
  };
}

function forEachPartition<T>(topic: EmbeddedTopic, read: (partition: number) => T): readonly T[] {
  return Array.from({ length: topic.specification().partitions }, (_, partition) => read(partition));
}
