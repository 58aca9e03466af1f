import kafkajs, { type Admin } from 'kafkajs';
import { checkTopicSpecification } from '../checked-arguments.ts';
import type { TopicSpecification } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import type { PersistentlyOptions } from './persistently.ts';
import { persistently } from './persistently.ts';

/** A topic as far as sending and reading need it. */
export interface KnownTopic {
  readonly name: string;
  readonly partitions: number;
  readonly recordBytesMax: number;
}

export interface KafkaTopics {
  ensure(specifications: readonly TopicSpecification[]): Promise<void>;
  /** Rejects with `topic_unknown`. */
  known(name: string): Promise<KnownTopic>;
}

export interface KafkaTopicsDependencies {
  readonly admin: Admin;
  readonly unavailableMaxMs: number;
  readonly replicationFactor: number | undefined;
}

/** What a record batch needs beside its records' own bytes (see `recordOverheadBytes` for what each record needs). */
const batchOverheadBytes = 64 * 1024;
/** Small records travel in batches at least this large, whatever a single one may have. */
const batchBytesMin = 1024 * 1024;

/** The topic's `max.message.bytes`: Kafka limits the batch, not the record. */
export function messageBytesMax({ recordBytesMax }: { readonly recordBytesMax: number }): number {
  return Math.max(recordBytesMax, batchBytesMin) + batchOverheadBytes;
}

export function createKafkaTopics(dependencies: KafkaTopicsDependencies): KafkaTopics {
  const { admin, unavailableMaxMs, replicationFactor } = dependencies;
  const known = new Map<string, KnownTopic>();
  const trying = (what: string): PersistentlyOptions => ({ what, maxMs: unavailableMaxMs });

  const create = (topics: readonly TopicSpecification[]) =>
    persistently(
      () =>
        admin.createTopics({
          waitForLeaders: true,
          topics: topics.map((topic) => ({
            topic: topic.name,
            numPartitions: topic.partitions,
            ...(replicationFactor === undefined ? {} : { replicationFactor }),
            configEntries: [
              { name: 'max.message.bytes', value: String(messageBytesMax(topic)) },
              { name: 'cleanup.policy', value: 'delete' },
              ...(topic.retentionMs === undefined ? [] : [{ name: 'retention.ms', value: String(topic.retentionMs) }]),
            ],
          })),
        }),
      trying('create topics'),
    );
  const existing = async (names: readonly string[]): Promise<readonly string[]> => {
    const all = new Set(await persistently(() => admin.listTopics(), trying('list topics')));
    return names.filter((name) => all.has(name));
  };
  const actual = async (names: readonly string[]) => {
    const { topics } = await persistently(
      () => admin.fetchTopicMetadata({ topics: [...names] }),
      trying('read topic metadata'),
    );
    const { resources } = await persistently(
      () =>
        admin.describeConfigs({
          includeSynonyms: false,
          resources: names.map((name) => ({
            type: kafkajs.ConfigResourceTypes.TOPIC,
            name,
            configNames: ['max.message.bytes'],
          })),
        }),
      trying('read topic settings'),
    );
    return names.map((name) => ({
      name,
      partitions: topics.find((topic) => topic.name === name)?.partitions.length ?? 0,
      messageBytes: Number(
        resources.find(({ resourceName }) => resourceName === name)?.configEntries[0]?.configValue ?? 0,
      ),
    }));
  };

  return {
    async ensure(specifications) {
      for (const specification of specifications) checkTopicSpecification(specification);
      if (specifications.length === 0) return;
      const names = specifications.map(({ name }) => name);
      const present = new Set(await existing(names));
      const missing = specifications.filter(({ name }) => !present.has(name));
      if (missing.length > 0) await create(missing);
      const found = await actual(names);
      specifications.forEach((specification, index) => {
        const topic = found[index];
        if (topic !== undefined) checkMatch(specification, topic);
        known.set(specification.name, specification);
      });
    },
    async known(name) {
      const topic = known.get(name);
      if (topic !== undefined) return topic;
      const [present] = await existing([name]);
      const [found] = present === undefined ? [] : await actual([name]);
      if (found === undefined) {
        throw new EventLogError('topic_unknown', `There is no topic ${name}`, { topic: name });
      }
      const created = { name, partitions: found.partitions, recordBytesMax: found.messageBytes - batchOverheadBytes };
      known.set(name, created);
      return created;
    },
  };
}

function checkMatch(wanted: TopicSpecification, found: { partitions: number; messageBytes: number }): void {
  const fields = { topic: wanted.name, partitions: found.partitions, partitionsWanted: wanted.partitions };
  if (found.partitions !== wanted.partitions) {
    throw new EventLogError(
      'topic_mismatch',
      `The topic ${wanted.name} has ${found.partitions} partitions, not ${wanted.partitions}: go on with the old ` +
        'number, or delete the topic and publish anew (adding partitions would move records to other consumers)',
      fields,
    );
  }
  const needed = messageBytesMax(wanted);
  if (found.messageBytes < needed) {
    throw new EventLogError(
      'topic_mismatch',
      `The topic ${wanted.name} takes batches of ${found.messageBytes} bytes: kafka-configs.sh --alter ` +
        `--entity-type topics --entity-name ${wanted.name} --add-config max.message.bytes=${needed}`,
      { ...fields, messageBytes: found.messageBytes, messageBytesWanted: needed },
    );
  }
}
