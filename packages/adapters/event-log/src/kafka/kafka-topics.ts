import kafkajs, { type Admin } from 'kafkajs';
import { EventLogError, type TopicSpecification } from '@tonriver/stream';
import { checkTopicSpecification } from '../check-arguments.ts';
import { retryKafkaCall } from './retry-kafka-call.ts';

/** The properties of a topic that sending and reading need. */
interface KnownTopic {
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

/** Room in a batch beside its records (`recordOverheadBytes` is the room for each record). */
const batchOverheadBytes = 64 * 1024;
/** Size of a batch of small records: at least this, however small the largest record may be. */
const batchBytesMin = 1024 * 1024;

export function createKafkaTopics(dependencies: KafkaTopicsDependencies): KafkaTopics {
  const known = new Map<string, KnownTopic>();
  return {
    async ensure(specifications) {
      for (const specification of specifications) checkTopicSpecification(specification);
      if (specifications.length === 0) return;
      const names = specifications.map(({ name }) => name);
      const existing = new Set(await existingAmong(dependencies, names));
      const missing = specifications.filter(({ name }) => !existing.has(name));
      if (missing.length > 0) await createTopics(dependencies, missing);
      const found = await describeTopics(dependencies, names);
      specifications.forEach((specification, index) => {
        const topic = found[index];
        if (topic !== undefined) checkMatch(specification, topic);
        known.set(specification.name, specification);
      });
    },
    async known(name) {
      const topic = known.get(name);
      if (topic !== undefined) return topic;
      const existing = await existingAmong(dependencies, [name]);
      const [found] = existing.length === 0 ? [] : await describeTopics(dependencies, existing);
      if (found === undefined) {
        throw new EventLogError('topic_unknown', `There is no topic ${name}`, { topic: name });
      }
      const read = { name, partitions: found.partitions, recordBytesMax: found.messageBytesMax - batchOverheadBytes };
      known.set(name, read);
      return read;
    },
  };
}

async function createTopics(
  { admin, unavailableMaxMs, replicationFactor }: KafkaTopicsDependencies,
  topics: readonly TopicSpecification[],
): Promise<void> {
  const request = {
    waitForLeaders: true,
    topics: topics.map((topic) => ({
      topic: topic.name,
      numPartitions: topic.partitions,
      ...(replicationFactor === undefined ? {} : { replicationFactor }),
      configEntries: [
        { name: 'max.message.bytes', value: String(messageBytesMaxOf(topic)) },
        { name: 'cleanup.policy', value: 'delete' },
        ...(topic.retentionMs === undefined ? [] : [{ name: 'retention.ms', value: String(topic.retentionMs) }]),
      ],
    })),
  };
  await retryKafkaCall(() => admin.createTopics(request), { action: 'create topics', maxMs: unavailableMaxMs });
}

/** Returns the names of those topics that exist. */
async function existingAmong(
  { admin, unavailableMaxMs }: KafkaTopicsDependencies,
  names: readonly string[],
): Promise<readonly string[]> {
  const all = await retryKafkaCall(() => admin.listTopics(), { action: 'list topics', maxMs: unavailableMaxMs });
  return names.filter((name) => all.includes(name));
}

interface TopicDescription {
  readonly partitions: number;
  readonly messageBytesMax: number;
}

async function describeTopics(
  { admin, unavailableMaxMs }: KafkaTopicsDependencies,
  names: readonly string[],
): Promise<readonly TopicDescription[]> {
  const { topics } = await retryKafkaCall(() => admin.fetchTopicMetadata({ topics: [...names] }), {
    action: 'read topic metadata',
    maxMs: unavailableMaxMs,
  });
  const request = {
    includeSynonyms: false,
    resources: names.map((name) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name,
      configNames: ['max.message.bytes'],
    })),
  };
  const { resources } = await retryKafkaCall(() => admin.describeConfigs(request), {
    action: 'read topic settings',
    maxMs: unavailableMaxMs,
  });
  return names.map((name) => {
    const topic = topics.find((each) => each.name === name);
    const resource = resources.find(({ resourceName }) => resourceName === name);
    return {
      partitions: topic?.partitions.length ?? 0,
      messageBytesMax: Number(resource?.configEntries[0]?.configValue ?? 0),
    };
  });
}

/** Returns the topic's `max.message.bytes`. Kafka limits the batch, not the record. */
function messageBytesMaxOf({ recordBytesMax }: { readonly recordBytesMax: number }): number {
  return Math.max(recordBytesMax, batchBytesMin) + batchOverheadBytes;
}

function checkMatch(wanted: TopicSpecification, found: TopicDescription): void {
  const fields = { topic: wanted.name, partitions: found.partitions, partitionsWanted: wanted.partitions };
  if (found.partitions !== wanted.partitions) {
    throw new EventLogError(
      'topic_mismatch',
      `The topic ${wanted.name} has ${found.partitions} partitions, not ${wanted.partitions}: keep the old number, ` +
        'or delete the topic and publish again (more partitions would move records to other consumers)',
      fields,
    );
  }
  const messageBytesWanted = messageBytesMaxOf(wanted);
  if (found.messageBytesMax < messageBytesWanted) {
    throw new EventLogError(
      'topic_mismatch',
      `The topic ${wanted.name} allows batches of ${found.messageBytesMax} bytes, ${messageBytesWanted} are needed: ` +
        `kafka-configs.sh --alter --entity-type topics --entity-name ${wanted.name} ` +
        `--add-config max.message.bytes=${messageBytesWanted}`,
      { ...fields, messageBytes: found.messageBytesMax, messageBytesWanted },
    );
  }
}
