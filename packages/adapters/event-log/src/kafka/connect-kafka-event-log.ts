import { Kafka, logLevel } from 'kafkajs';
import { checkPartition } from '../check-arguments.ts';
import type { EventLog } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import { createKafkaConsumer } from './kafka-consumer.ts';
import { createKafkaFetcher } from './kafka-fetcher.ts';
import { kafkaLogCreator } from './kafka-logging.ts';
import { defaultSessionTimeoutMs, defaultUnavailableMaxMs, type KafkaEventLogOptions } from './kafka-options.ts';
import { createKafkaProducer } from './kafka-producer.ts';
import { createKafkaTopics } from './kafka-topics.ts';
import { retryKafkaCall } from './retry-kafka-call.ts';
import { readKafkaRange } from './read-kafka-range.ts';

/**
 * Connects to Kafka and waits for brokers that are not ready yet. Rejects with `broker_unavailable` after
 * `unavailableMaxMs`. Later, calls wait just as long for brokers that do not answer, and consumers without a limit.
 */
export async function connectKafkaEventLog(options: KafkaEventLogOptions): Promise<EventLog> {
  const { logger, unavailableMaxMs = defaultUnavailableMaxMs, sessionTimeoutMs = defaultSessionTimeoutMs } = options;
  const kafka = createClient(options);
  const admin = kafka.admin();
  await retryKafkaCall(() => admin.connect(), { action: 'connect', maxMs: unavailableMaxMs });
  const topics = createKafkaTopics({ admin, unavailableMaxMs, replicationFactor: options.replicationFactor });
  const dependencies = { kafka, admin, topics, logger, unavailableMaxMs, sessionTimeoutMs };
  const opened = new Set<{ close(): Promise<void> }>();
  const fetcher = createKafkaFetcher(kafka);
  let isClosed = false;
  const keep = <T extends { close(): Promise<void> }>(part: T): T => {
    opened.add(part);
    return part;
  };
  const checkOpen = () => {
    if (isClosed) throw new EventLogError('closed', 'The event log is closed');
  };
  const byPartition = <T>(count: number, entries: readonly T[], of: (entry: T) => { partition: number }) =>
    Array.from({ length: count }, (_, partition) => entries.find((entry) => of(entry).partition === partition));

  return {
    async ensureTopics(specifications) {
      checkOpen();
      await topics.ensure(specifications);
    },
    async producer() {
      checkOpen();
      return keep(await createKafkaProducer(dependencies));
    },
    async consumer(consumerOptions) {
      checkOpen();
      await topics.known(consumerOptions.topic);
      return keep(await createKafkaConsumer(dependencies, consumerOptions));
    },
    async endOffsets(topic) {
      checkOpen();
      const { partitions } = await topics.known(topic);
      const call = () => admin.fetchTopicOffsets(topic);
      const found = await retryKafkaCall(call, { action: 'read offsets', maxMs: unavailableMaxMs });
      return byPartition(partitions, found, (entry) => entry).map((entry) => BigInt(entry?.high ?? 0));
    },
    async committedOffsets(topic, groupId) {
      checkOpen();
      const { partitions } = await topics.known(topic);
      const call = () => admin.fetchOffsets({ groupId, topics: [topic] });
      const [found] = await retryKafkaCall(call, { action: 'read commits', maxMs: unavailableMaxMs });
      return byPartition(partitions, found?.partitions ?? [], (entry) => entry).map((entry) => {
        const offset = BigInt(entry?.offset ?? -1);
        return offset < 0n ? null : offset;
      });
    },
    async readRange(topic, partition, from, limit) {
      checkOpen();
      checkPartition(await topics.known(topic), partition);
      return await readKafkaRange({ fetcher, admin, unavailableMaxMs }, { topic, partition, from, limit });
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      for (const part of [...opened].toReversed()) await part.close();
      await fetcher.close();
      await admin.disconnect();
    },
  };
}

function createClient(options: KafkaEventLogOptions): Kafka {
  const { brokers, clientId, ssl = false, credentials, logger } = options;
  return new Kafka({
    clientId,
    brokers: [...brokers],
    ssl,
    ...(credentials === undefined ? {} : { sasl: saslOf(credentials) }),
    connectionTimeout: 3_000,
    requestTimeout: 30_000,
    // These retries end after about 5 s. `retryKafkaCall` goes on.
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, factor: 0.2, multiplier: 2, retries: 6 },
    logLevel: logLevel.INFO,
    logCreator: kafkaLogCreator(logger.child({ component: 'event-log' })),
  });
}

function saslOf({ mechanism, username, password }: NonNullable<KafkaEventLogOptions['credentials']>) {
  if (mechanism === 'plain') return { mechanism: 'plain' as const, username, password };
  if (mechanism === 'scram-sha-256') return { mechanism: 'scram-sha-256' as const, username, password };
  return { mechanism: 'scram-sha-512' as const, username, password };
}
