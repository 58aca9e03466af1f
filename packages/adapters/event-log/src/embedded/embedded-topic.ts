import type { LogRecord, OutgoingRecord, TopicSpecification } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import { checkOutgoing } from '../check-arguments.ts';
import { type ConsumerGroup, createConsumerGroup } from './consumer-group.ts';
import type { LogStore, StoredTopic } from './log-store.ts';
import { openPartitionBounds, type PartitionBounds } from './partition-bounds.ts';
import { decodeRecord, encodeRecord } from './record-codec.ts';
import { createRecordRemoval } from './record-removal.ts';

/** One topic of the embedded log, with its partitions and groups. */
export interface EmbeddedTopic {
  readonly id: number;
  readonly specification: () => TopicSpecification;
  /** Changes the specification, except for the number of partitions. */
  configure(specification: TopicSpecification): void;
  /** Called after records were added. */
  readonly listeners: Set<() => void>;
  /** Stores records in one transaction. Resolves when they are durable. */
  append(records: readonly OutgoingRecord[]): Promise<void>;
  read(partition: number, from: number, recordsMax: number, bytesMax: number): readonly LogRecord[];
  /** Returns the oldest kept offset, and the one after the newest durable record. */
  boundsOf(partition: number): { readonly start: number; readonly end: number };
  /** Returns a group, and creates it when it is new. */
  group(groupId: string): Promise<ConsumerGroup>;
  /** Returns a group, undefined when it does not exist. */
  knownGroup(groupId: string): ConsumerGroup | undefined;
  /** Resolves when no removal is under way. */
  settled(): Promise<void>;
}

export interface EmbeddedTopicDependencies {
  readonly store: LogStore;
  readonly topic: StoredTopic;
  readonly nowMs: () => number;
  readonly onRemovalFailed: (error: unknown) => void;
}

export function createEmbeddedTopic(dependencies: EmbeddedTopicDependencies): EmbeddedTopic {
  const { store, topic, nowMs, onRemovalFailed } = dependencies;
  const { id: topicId } = topic;
  let { specification } = topic;
  const { partitions } = specification;
  const listeners = new Set<() => void>();
  const boundsOf = openPartitionBounds(store, topic);
  const groups = new Map<string, ConsumerGroup>();
  const removal = createRecordRemoval({
    store,
    topicId,
    specification: () => specification,
    boundsOf,
    groups,
    nowMs,
    onFailed: onRemovalFailed,
  });
  const appendDurably = createAppend(store, { topicId, boundsOf, nowMs });
  const openGroup = (groupId: string): ConsumerGroup => {
    const onCommitted = (partition: number): void => removal.schedule(partition);
    const group = createConsumerGroup({ store, topicId, groupId, partitions, onCommitted });
    groups.set(groupId, group);
    return group;
  };
  for (const groupId of store.groupIds(topicId)) openGroup(groupId);
  for (let partition = 0; partition < partitions; partition += 1) removal.schedule(partition);

  return {
    id: topicId,
    specification: () => specification,
    configure(changed) {
      specification = changed;
    },
    listeners,
    async append(records) {
      checkOutgoing(specification, records);
      await appendDurably(records);
      // With groups, removal is due after a commit instead.
      if (groups.size === 0) for (const { partition } of records) removal.schedule(partition);
      for (const listener of listeners) listener();
    },
    read(partition, from, recordsMax, bytesMax) {
      const { start, durableEnd } = boundsOf(partition);
      const place = { topicId, partition, offset: Math.max(from, start), endOffset: durableEnd };
      if (place.offset >= durableEnd) return [];
      return store
        .read({ ...place, recordsMax, bytesMax })
        .map(({ offset, bytes }) => decodeRecord({ topicId, partition, offset }, bytes, store));
    },
    boundsOf(partition) {
      const { start, durableEnd } = boundsOf(partition);
      return { start, end: durableEnd };
    },
    async group(groupId) {
      const known = groups.get(groupId);
      if (known !== undefined) return known;
      const group = openGroup(groupId);
      await store.putGroup(topicId, groupId);
      return group;
    },
    knownGroup: (groupId) => groups.get(groupId),
    settled: () => removal.settled(),
  };
}

/** Creates the function that gives offsets to records, stores them and makes them readable. */
function createAppend(
  store: LogStore,
  options: {
    readonly topicId: number;
    readonly boundsOf: (partition: number) => PartitionBounds;
    readonly nowMs: () => number;
  },
): (records: readonly OutgoingRecord[]) => Promise<void> {
  const { topicId, boundsOf, nowMs } = options;
  let failure: unknown;
  return async (records) => {
    if (failure !== undefined) {
      // The failed records had offsets: storing later ones would leave a gap.
      const message = 'An earlier write failed: close the event log and open it again';
      throw new EventLogError('store_failed', message, {}, { cause: failure });
    }
    const timestampMs = nowMs();
    const ends = new Map<PartitionBounds, number>();
    const entries = records.map((record) => {
      const bounds = boundsOf(record.partition);
      const place = { topicId, partition: record.partition, offset: bounds.end };
      bounds.end += 1;
      ends.set(bounds, bounds.end);
      return { place, bytes: encodeRecord(place, record, timestampMs) };
    });
    try {
      await store.append(entries);
    } catch (error) {
      failure = error;
      throw error;
    }
    for (const [bounds, end] of ends) bounds.durableEnd = Math.max(bounds.durableEnd, end);
  };
}
