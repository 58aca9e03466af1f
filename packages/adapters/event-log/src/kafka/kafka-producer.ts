import type { Logger } from '@tonriver/logger';
import { type Kafka, type Message, Partitioners, type Producer } from 'kafkajs';
import { checkOutgoing, splitBySize } from '../check-arguments.ts';
import type { EventProducer, OutgoingRecord } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import type { KafkaTopics } from './kafka-topics.ts';
import { retryKafkaCall } from './retry-kafka-call.ts';

export interface KafkaProducerDependencies {
  readonly kafka: Kafka;
  readonly topics: KafkaTopics;
  readonly logger: Logger;
  readonly unavailableMaxMs: number;
}

/** Size of the largest request, which kafkajs copies as a whole. A single record may be larger. */
const requestBytesMax = 4 * 1024 * 1024;

/**
 * Creates an idempotent producer. It sends one request at a time and waits for all in-sync replicas, so that kafkajs'
 * retries keep the order. When they are used up, or the broker has forgotten the producer, a new producer repeats the
 * request: the records may then be stored twice, but in order and without a gap.
 */
export async function createKafkaProducer(dependencies: KafkaProducerDependencies): Promise<EventProducer> {
  const { kafka, topics, logger, unavailableMaxMs } = dependencies;
  let producer = createClient(kafka);
  let isClosed = false;
  /** The send before. Sends wait for each other, because kafkajs would run them concurrently. */
  let previous: Promise<void> = Promise.resolve();
  await retryKafkaCall(() => producer.connect(), { action: 'connect a producer', maxMs: unavailableMaxMs });

  const renew = async (error: unknown) => {
    logger.warn('The Kafka producer starts again after a failed send', { error });
    await producer
      .disconnect()
      .catch((cause: unknown) => logger.debug('The old producer could not be disconnected', { error: cause }));
    producer = createClient(kafka);
    await producer
      .connect()
      .catch((cause: unknown) => logger.debug('The new producer could not be connected yet', { error: cause }));
  };
  const sendRun = (topic: string, records: readonly OutgoingRecord[]) =>
    retryKafkaCall(() => producer.send({ topic, acks: -1, messages: records.map(messageOf) }), {
      action: `send to ${topic}`,
      maxMs: unavailableMaxMs,
      beforeRetry: renew,
    });
  const sendAll = async (topicName: string, records: readonly OutgoingRecord[]) => {
    const topic = await topics.known(topicName);
    checkOutgoing(topic, records);
    const bytesMax = Math.min(requestBytesMax, Math.max(topic.recordBytesMax, 1024 * 1024));
    for (const run of splitBySize(records, bytesMax)) await sendRun(topicName, run);
  };

  return {
    async send(topic, records) {
      if (isClosed) throw new EventLogError('closed', 'The producer is closed');
      const sending = previous.then(() => sendAll(topic, records));
      // The caller gets the error; the next send goes on.
      previous = sending.catch(() => {});
      await sending;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await previous;
      await producer.disconnect();
    },
  };
}

function createClient(kafka: Kafka): Producer {
  return kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    // Every record names its partition.
    createPartitioner: Partitioners.DefaultPartitioner,
  });
}

function messageOf({ partition, key, value, headers }: OutgoingRecord): Message {
  return { partition, key: key === null ? null : bufferOf(key), value: bufferOf(value), headers: { ...headers } };
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
