import type { Broker, Cluster, Kafka, KafkaMessage } from 'kafkajs';
import { EventLogError } from '@tonriver/stream';

/** Where to read, and about how much. */
export interface FetchPlace {
  readonly topic: string;
  readonly partition: number;
  readonly offset: bigint;
  /** A broker answers with at least one whole batch of records, however small this is. */
  readonly bytesMax: number;
}

export interface Fetched {
  /** Some records from the offset on, none when there is nothing yet. The first may lie before the offset. */
  readonly messages: readonly FetchedMessage[];
  /** The offset behind the last record that the broker which answered gives out. */
  readonly highWatermark: bigint;
}

/** Reads records of one partition without being a member of a group. */
export interface KafkaFetcher {
  fetch(place: FetchPlace): Promise<Fetched>;
  /** Asks anew who leads which partition: after an error the answer may have changed. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Control records are Kafka's own: they have an offset, and nobody sees them. */
export type FetchedMessage = KafkaMessage & { readonly isControlRecord?: boolean };

/** What the broker's answer to a fetch holds: kafkajs leaves it untyped. */
interface FetchAnswer {
  readonly responses: readonly {
    readonly partitions: readonly { readonly messages: readonly FetchedMessage[]; readonly highWatermark: string }[];
  }[];
}

const waitMs = 250;

/**
 * kafkajs' consumers read as members of a group only, and joining an empty group takes 3 s with a broker's own settings.
 * But the connections of a consumer that never runs, which kafkajs hands to partition assigners, fetch like any other.
 */
export function createKafkaFetcher(kafka: Kafka): KafkaFetcher {
  let opened: Promise<{ readonly cluster: Cluster; close(): Promise<void> }> | undefined;
  let isClosed = false;

  const open = async () => {
    let handed: Cluster | undefined;
    const consumer = kafka.consumer({
      // Never joined: `run` is never called. kafkajs only wants it to be named.
      groupId: 'tonriver-reads-without-a-group',
      allowAutoTopicCreation: false,
      partitionAssigners: [
        ({ cluster }) => {
          handed = cluster;
          return { name: 'never-asked', version: 0, assign: async () => [], protocol: neverAsked };
        },
      ],
    });
    if (handed === undefined) throw new Error('kafkajs does not hand its connections to partition assigners any more');
    try {
      await consumer.connect();
    } catch (error) {
      await consumer.disconnect();
      throw error;
    }
    return { cluster: handed, close: () => consumer.disconnect() };
  };
  const connected = async () => {
    if (isClosed) throw new EventLogError('closed', 'The event log is closed');
    const opening = (opened ??= open());
    try {
      return await opening;
    } catch (error) {
      // Unless another caller has begun anew meanwhile.
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

function neverAsked(): never {
  throw new Error('This consumer never joins its group');
}
