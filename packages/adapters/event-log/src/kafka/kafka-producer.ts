import type { Logger } from '@tonriver/logger';
import { type Kafka, type Message, Partitioners, type Producer } from 'kafkajs';
import { checkOutgoing, inRuns } from '../checked-arguments.ts';
import type { EventProducer, OutgoingRecord } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import type { KafkaTopics } from './kafka-topics.ts';
import { persistently } from './persistently.ts';

export interface KafkaProducerDependencies {
  readonly kafka: Kafka;
  readonly topics: KafkaTopics;
  readonly logger: Logger;
  readonly unavailableMaxMs: number;
}

/** Largest request, unless a single record is larger: what kafkajs copies at a time. */
const requestBytesMax = 4 * 1024 * 1024;

/**
 * An idempotent producer that sends one request at a time and waits for all in-sync replicas, so that order survives
 * kafkajs' retries. When those are used up, or the broker no longer knows the producer, the request is sent again by a
 * new one: the records may then be there twice, but never in another order and never with a gap.
 */
export async function createKafkaProducer(dependencies: KafkaProducerDependencies): Promise<EventProducer> {
  const { kafka, topics, logger, unavailableMaxMs } = dependencies;
  let producer = createClient(kafka);
  let isClosed = false;
  /** Sends wait for each other: kafkajs would run them side by side. */
  let previous: Promise<void> = Promise.resolve();
  await persistently(() => producer.connect(), { what: 'connect a producer', maxMs: unavailableMaxMs });

  const renew = async (error: unknown) => {
    logger.warn('Kafka producer starts anew after a failed send', { error });
    await producer.disconnect().catch((cause: unknown) => logger.debug('The old producer was gone', { error: cause }));
    producer = createClient(kafka);
    await producer.connect().catch((cause: unknown) => logger.debug('Not connected yet', { error: cause }));
  };
  const sendRun = (topic: string, records: readonly OutgoingRecord[]) =>
    persistently(() => producer.send({ topic, acks: -1, messages: records.map(messageOf) }), {
      what: `send to ${topic}`,
      maxMs: unavailableMaxMs,
      beforeRetry: renew,
    });
  const sendAll = async (topicName: string, records: readonly OutgoingRecord[]) => {
    const topic = await topics.known(topicName);
    checkOutgoing(topic, records);
    const bytesMax = Math.min(requestBytesMax, Math.max(topic.recordBytesMax, 1024 * 1024));
    for (const run of inRuns(records, bytesMax)) await sendRun(topicName, run);
  };

  return {
    async send(topic, records) {
      if (isClosed) throw new EventLogError('closed', 'The producer is closed');
      const mine = previous.then(() => sendAll(topic, records));
      // A failed send is its caller's business; the next one goes its own way.
      previous = mine.catch(() => {});
      await mine;
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
