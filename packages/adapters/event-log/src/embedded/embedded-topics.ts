import type { Logger } from '@tonriver/logger';
import { EventLogError, type TopicSpecification } from '@tonriver/stream';
import { checkTopicSpecification } from '../check-arguments.ts';
import { createEmbeddedTopic, type EmbeddedTopic } from './embedded-topic.ts';
import type { LogStore, StoredTopic } from './log-store.ts';

/** The topics of an embedded log. */
export interface EmbeddedTopics {
  /** Creates a topic, or checks and changes an existing one. */
  ensure(specification: TopicSpecification): Promise<void>;
  /** @throws {EventLogError} `topic_unknown` */
  get(name: string): EmbeddedTopic;
  /** Resolves when no topic removes records. */
  settled(): Promise<void>;
}

export interface EmbeddedTopicsDependencies {
  readonly store: LogStore;
  readonly logger: Logger;
  readonly nowMs: () => number;
}

/** Opens the topics of the store. */
export function openEmbeddedTopics({ store, logger, nowMs }: EmbeddedTopicsDependencies): EmbeddedTopics {
  const topics = new Map<string, EmbeddedTopic>();
  let nextId = 1;
  const open = (topic: StoredTopic): void => {
    const { name } = topic.specification;
    const onRemovalFailed = (error: unknown): void =>
      logger.warn('Old records could not be removed', { topic: name, error });
    nextId = Math.max(nextId, topic.id + 1);
    topics.set(name, createEmbeddedTopic({ store, topic, nowMs, onRemovalFailed }));
  };
  for (const topic of store.topics()) open(topic);
  return {
    async ensure(specification) {
      checkTopicSpecification(specification);
      const known = topics.get(specification.name);
      if (known === undefined) {
        const topic = { id: nextId, specification: { ...specification } };
        // Before the write, so that of two concurrent calls only one creates the topic.
        open(topic);
        await store.putTopic(topic);
      } else if (isChanged(known.specification(), specification)) {
        known.configure({ ...specification });
        await store.putTopic({ id: known.id, specification: { ...specification } });
      }
    },
    get(name) {
      const topic = topics.get(name);
      if (topic === undefined) throw new EventLogError('topic_unknown', `There is no topic ${name}`, { topic: name });
      return topic;
    },
    async settled() {
      for (const topic of topics.values()) await topic.settled();
    },
  };
}

/** Returns true when the store needs the new specification. Throws when the existing topic cannot have it. */
function isChanged(known: TopicSpecification, wanted: TopicSpecification): boolean {
  if (known.partitions !== wanted.partitions) {
    throw new EventLogError(
      'topic_mismatch',
      `The topic ${wanted.name} has ${known.partitions} partitions, not ${wanted.partitions}: ` +
        'keep the old number, or start with an empty data directory',
      { topic: wanted.name, partitions: known.partitions, partitionsWanted: wanted.partitions },
    );
  }
  return known.recordBytesMax !== wanted.recordBytesMax || known.retentionMs !== wanted.retentionMs;
}
