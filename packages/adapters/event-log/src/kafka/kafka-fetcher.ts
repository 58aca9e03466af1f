import type { Broker, Cluster, Kafka, KafkaMessage } from 'kafkajs';
import { EventLogError } from '@tonriver/stream';

/** The place to read from, and the approximate size of the answer. */
interface FetchPlace {
  readonly topic: string;
  readonly partition: number;
  readonly offset: bigint;
  /** The answer has at least one whole batch of records, however small this is. */
  readonly bytesMax: number;
}

export interface Fetched {
  /** Some records from the offset on, none when there are none yet. The first ones may lie before the offset. */
  readonly messages: readonly FetchedMessage[];
  /** The offset after the last record that the broker delivers. */
  readonly highWatermark: bigint;
}

/** Reads records of one partition without being a member of a group. */
export interface KafkaFetcher {
  fetch(place: FetchPlace): Promise<Fetched>;
  /** Reads again which broker leads which partition: it may have changed after an error. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** A record as kafkajs fetched it. Control records are Kafka's own: they have an offset and are not delivered. */
export type FetchedMessage = KafkaMessage & { readonly isControlRecord?: boolean };

/** The broker's answer to a fetch, which kafkajs leaves untyped. */
interface FetchAnswer {
  readonly responses: readonly {
    readonly partitions: readonly { readonly messages: readonly FetchedMessage[]; readonly highWatermark: string }[];
  }[];
}

const waitMs = 250;

/**
 * Creates a fetcher over the connections of a consumer that never runs; kafkajs passes them to partition assigners. A
 * consumer that runs has to join a group, which takes 3 s with the default settings of a broker.
 */
export function createKafkaFetcher(kafka: Kafka): KafkaFetcher {
  let opened: Promise<{ readonly cluster: Cluster; close(): Promise<void> }> | undefined;
  let isClosed = false;

  const open = async () => {
    let passed: Cluster | undefined;
    const consumer = kafka.consumer({
      // kafkajs requires a name, but the group is not joined, because `run` is not called.
      groupId: 'tonriver-reads-without-a-group',
      allowAutoTopicCreation: false,
      partitionAssigners: [
        ({ cluster }) => {
          passed = cluster;
          return { name: 'never-called', version: 0, assign: async () => [], protocol: neverCalled };
        },
      ],
    });
    if (passed === undefined) throw new Error('This version of kafkajs passes no cluster to partition assigners');
    try {
      await consumer.connect();
    } catch (error) {
      await consumer.disconnect();
      throw error;
    }
    return { cluster: passed, close: () => consumer.disconnect() };
  };
  const connected = async () => {
    if (isClosed) throw new EventLogError('closed', 'The event log is closed');
    const opening = (opened ??= open());
    try {
      return await opening;
    } catch (error) {
      // The next call connects again, unless another one already does.
      if (opened === opening) opened = undefined;
      throw error;
    }
  };
  const leaderOf = async (cluster: Cluster, topic: string, partition: number): Promise<Broker> => {
    await cluster.addTargetTopic(topic);
    await cluster.refreshMetadataIfNecessary();
    const [nodeId] = Object.keys(cluster.findLeaderForPartitions(topic, [partition]));
    return await cluster.findBroker({ nodeId: nodeId ?? '' });
  };

  return {
    async fetch({ topic, partition, offset, bytesMax }) {
      const { cluster } = await connected();
      const broker = await leaderOf(cluster, topic, partition);
      const answer = (await broker.fetch({
        maxWaitTime: waitMs,
        minBytes: 1,
        maxBytes: bytesMax,
        topics: [{ topic, partitions: [{ partition, fetchOffset: String(offset), maxBytes: bytesMax }] }],
      })) as FetchAnswer;
      const answers = answer.responses.flatMap(({ partitions }) => partitions);
      return {
        messages: answers.flatMap(({ messages }) => messages),
        highWatermark: BigInt(answers[0]?.highWatermark ?? 0),
      };
    },
    async refresh() {
      const { cluster } = await connected();
      await cluster.refreshMetadata();
    },
    async close() {
      isClosed = true;
      const wasOpened = await opened?.catch(() => undefined);
      await wasOpened?.close();
    },
  };
}

function neverCalled(): never {
  throw new Error('The consumer of the fetcher must not join its group');
}
