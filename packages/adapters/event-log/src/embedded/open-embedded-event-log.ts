import { type DirectoryLock, holderText, lockDirectory } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import { checkTopicSpecification, inRuns, readRangeBytesMax } from '../checked-arguments.ts';
import type { EventConsumer, EventLog, EventProducer, TopicSpecification } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import { createEmbeddedConsumer } from './embedded-consumer.ts';
import { createEmbeddedTopic, type EmbeddedTopic } from './embedded-topic.ts';
import { type LogStore, openLogStore, type StoredTopic } from './log-store.ts';

export interface EmbeddedEventLogOptions {
  /** Created when missing. One process at a time may have it. */
  readonly directory: string;
  readonly logger: Logger;
  /** Unix time in milliseconds; the system's clock by default. */
  readonly nowMs?: () => number;
}

/** Records that go into one transaction: what a send holds in memory beside the caller's own records. */
const appendBytesMax = 16 * 1024 * 1024;

/**
 * Opens the event log of the standalone form: LMDB in a directory, no server. `send` and `commit` resolve after the
 * disk was synchronised. Throws `directory_held`, with the holder's pid, when another process has the directory.
 */
export async function openEmbeddedEventLog(options: EmbeddedEventLogOptions): Promise<EventLog> {
  const { directory, logger, nowMs = Date.now } = options;
  const lock = lockDirectory(directory, (holder) => {
    const message = `${holderText(holder)} has the event log in ${directory}`;
    return new EventLogError('directory_held', message, { directory, ...holder });
  });
  const store = await openWhileLocked(directory, lock);
  const topics = new Map<string, EmbeddedTopic>();
  const consumers = new Set<EventConsumer>();
  const sends = new Set<Promise<void>>();
  let isClosed = false;
  let nextTopicId = 1;

  const openTopic = (topic: StoredTopic) => {
    const onRemovalFailed = (error: unknown) =>
      logger.warn('Old records could not be removed', { topic: topic.specification.name, error });
    nextTopicId = Math.max(nextTopicId, topic.id + 1);
    topics.set(topic.specification.name, createEmbeddedTopic({ store, topic, nowMs, onRemovalFailed }));
  };
  const checkOpen = () => {
    if (isClosed) throw new EventLogError('closed', 'The event log is closed', { directory });
  };
  const topicOf = (name: string): EmbeddedTopic => {
    checkOpen();
    const topic = topics.get(name);
    if (topic === undefined) throw new EventLogError('topic_unknown', `There is no topic ${name}`, { topic: name });
    return topic;
  };
  const eachPartition = <T>(topic: EmbeddedTopic, of: (partition: number) => T): readonly T[] =>
    Array.from({ length: topic.specification().partitions }, (_, partition) => of(partition));
  const ensureTopic = async (specification: TopicSpecification) => {
    checkTopicSpecification(specification);
    const known = topics.get(specification.name);
    if (known === undefined) {
      // In memory first: of two calls at the same time only one creates.
      const topic = { id: nextTopicId, specification: { ...specification } };
      openTopic(topic);
      await store.putTopic(topic);
    } else if (isChanged(known.specification(), specification)) {
      known.configure({ ...specification });
      await store.putTopic({ id: known.id, specification: { ...specification } });
    }
  };
  for (const topic of store.topics()) openTopic(topic);

  const appendAll = async (topic: EmbeddedTopic, records: Parameters<EventProducer['send']>[1]) => {
    for (const run of inRuns(records, appendBytesMax)) await topic.append(run);
  };
  return {
    async ensureTopics(specifications) {
      checkOpen();
      for (const specification of specifications) await ensureTopic(specification);
    },
    async producer() {
      checkOpen();
      let isProducerClosed = false;
      return {
        async send(topicName, records) {
          if (isProducerClosed) throw new EventLogError('closed', 'The producer is closed');
          const sending = appendAll(topicOf(topicName), records);
          sends.add(sending);
          await sending.finally(() => sends.delete(sending));
        },
        async close() {
          isProducerClosed = true;
        },
      };
    },
    async consumer(consumerOptions) {
      const consumer = await createEmbeddedConsumer(topicOf(consumerOptions.topic), consumerOptions);
      consumers.add(consumer);
      return consumer;
    },
    async endOffsets(topicName) {
      const topic = topicOf(topicName);
      return eachPartition(topic, (partition) => BigInt(topic.boundsOf(partition).end));
    },
    async committedOffsets(topicName, groupId) {
      const topic = topicOf(topicName);
      const group = topic.knownGroup(groupId);
      return eachPartition(topic, (partition) => {
        const offset = group?.durableOffset(partition);
        return offset === undefined ? null : BigInt(offset);
      });
    },
    async readRange(topicName, partition, from, limit) {
      return limit < 1 ? [] : topicOf(topicName).read(partition, Number(from), limit, readRangeBytesMax);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      for (const consumer of consumers) await consumer.close();
      await Promise.allSettled(sends);
      for (const topic of topics.values()) await topic.settled();
      await store.close();
      lock.release();
    },
  };
}

async function openWhileLocked(directory: string, lock: DirectoryLock): Promise<LogStore> {
  try {
    return await openLogStore(directory);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Throws unless the topic that exists can serve the new specification; true when the store must be told about it. */
function isChanged(known: TopicSpecification, wanted: TopicSpecification): boolean {
  if (known.partitions !== wanted.partitions) {
    throw new EventLogError(
      'topic_mismatch',
      `The topic ${wanted.name} has ${known.partitions} partitions, not ${wanted.partitions}: ` +
        'go on with the old number, or start with an empty data directory',
      { topic: wanted.name, partitions: known.partitions, partitionsWanted: wanted.partitions },
    );
  }
  return known.recordBytesMax !== wanted.recordBytesMax || known.retentionMs !== wanted.retentionMs;
}
