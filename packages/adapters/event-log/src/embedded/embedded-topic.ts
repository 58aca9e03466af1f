import { checkOutgoing, checkPartition } from '../checked-arguments.ts';
import type { LogRecord, OutgoingRecord, TopicSpecification } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import { type ConsumerGroup, createConsumerGroup } from './consumer-group.ts';
import type { LogStore, StoredTopic } from './log-store.ts';
import { decodeRecord, encodeRecord, timestampOf } from './record-codec.ts';

/** One topic of the embedded log, with what its partitions and groups are at. */
export interface EmbeddedTopic {
  readonly id: number;
  /** Partitions never change; the rest does by `configure`. */
  readonly specification: () => TopicSpecification;
  configure(specification: TopicSpecification): void;
  /** Called when records were added. */
  readonly listeners: Set<() => void>;
  /** Stores records that lie together in memory bounds; resolves when they are durable. */
  append(records: readonly OutgoingRecord[]): Promise<void>;
  read(partition: number, from: number, recordsMax: number, bytesMax: number): readonly LogRecord[];
  /** The oldest kept offset, and the one after the newest durable record. */
  boundsOf(partition: number): { readonly start: number; readonly end: number };
  group(groupId: string): Promise<ConsumerGroup>;
  /** The same, but only when it was created before. */
  knownGroup(groupId: string): ConsumerGroup | undefined;
  /** Resolves when no removal is going on. */
  settled(): Promise<void>;
}

export interface EmbeddedTopicDependencies {
  readonly store: LogStore;
  readonly topic: StoredTopic;
  readonly nowMs: () => number;
  /** Told about a removal that failed: it harms nothing now, but space is not given back. */
  readonly onRemovalFailed: (error: unknown) => void;
}

interface PartitionBounds {
  start: number;
  /** After the last record that was given an offset. */
  end: number;
  /** After the last record that is on disk: what readers see. */
  durableEnd: number;
  removal: Promise<void> | undefined;
  /** More became removable while a removal was going on. */
  isRemovalDue: boolean;
}

/** Records that one removal takes: other writes get their turn between two. */
const removalRecordsMax = 500;
const removalBytesMax = 1024 * 1024;

export function createEmbeddedTopic(dependencies: EmbeddedTopicDependencies): EmbeddedTopic {
  const { store, nowMs, onRemovalFailed } = dependencies;
  const { id: topicId } = dependencies.topic;
  let { specification } = dependencies.topic;
  const listeners = new Set<() => void>();
  const partitions = Array.from({ length: specification.partitions }, (_, partition): PartitionBounds => {
    const { start, end } = store.bounds(topicId, partition);
    return { start, end, durableEnd: end, removal: undefined, isRemovalDue: false };
  });
  const groups = new Map<string, ConsumerGroup>();
  let failure: unknown;

  const boundsOf = (partition: number): PartitionBounds => {
    checkPartition(specification, partition);
    return partitions[partition] as PartitionBounds;
  };
  /** Everything before it may go. The newest record stays in any case: it tells which offset comes next. */
  const removableEnd = (partition: number): number => {
    const { durableEnd } = boundsOf(partition);
    if (specification.retentionMs === -1) return 0;
    if (groups.size > 0) {
      const done = [...groups.values()].map((group) => group.durableOffset(partition) ?? 0);
      return Math.min(...done, durableEnd - 1);
    }
    return specification.retentionMs === undefined ? 0 : durableEnd - 1;
  };
  const nextRemovable = (partition: number, start: number, end: number): readonly number[] => {
    if (groups.size > 0) {
      return Array.from({ length: Math.min(end - start, removalRecordsMax) }, (_, index) => start + index);
    }
    const oldestKeptMs = nowMs() - (specification.retentionMs ?? Number.POSITIVE_INFINITY);
    const limits = { recordsMax: removalRecordsMax, bytesMax: removalBytesMax };
    return store
      .read({ topicId, partition, offset: start, endOffset: end, ...limits })
      .filter(({ bytes }) => timestampOf(bytes) < oldestKeptMs)
      .map(({ offset }) => offset);
  };
  const removeOld = async (partition: number) => {
    const bounds = boundsOf(partition);
    for (let end = removableEnd(partition); bounds.start < end; end = removableEnd(partition)) {
      const offsets = nextRemovable(partition, bounds.start, end);
      const last = offsets.at(-1);
      if (last === undefined) return;
      await store.remove(topicId, partition, offsets);
      bounds.start = last + 1;
    }
  };
  const scheduleRemoval = (partition: number) => {
    const bounds = boundsOf(partition);
    bounds.isRemovalDue = true;
    bounds.removal ??= (async () => {
      while (bounds.isRemovalDue) {
        bounds.isRemovalDue = false;
        await removeOld(partition).catch(onRemovalFailed);
      }
      bounds.removal = undefined;
    })();
  };
  const openGroup = (groupId: string) => {
    const group = createConsumerGroup({
      store,
      topicId,
      groupId,
      partitions: specification.partitions,
      onCommitted: scheduleRemoval,
    });
    groups.set(groupId, group);
    return group;
  };
  for (const groupId of store.groupIds(topicId)) openGroup(groupId);
  partitions.forEach((_, partition) => scheduleRemoval(partition));

  return {
    id: topicId,
    specification: () => specification,
    configure(changed) {
      specification = changed;
    },
    listeners,
    async append(records) {
      checkOutgoing(specification, records);
      if (failure !== undefined) {
        // An offset that was given out and not stored would be a gap below records that were.
        throw new EventLogError('store_failed', 'An earlier write failed; open the log anew', {}, { cause: failure });
      }
      const timestampMs = nowMs();
      const touched = new Set<PartitionBounds>();
      const entries = records.map((record) => {
        const bounds = boundsOf(record.partition);
        touched.add(bounds);
        const place = { topicId, partition: record.partition, offset: bounds.end };
        bounds.end += 1;
        return { place, bytes: encodeRecord(place, record, timestampMs) };
      });
      const ends = [...touched].map((bounds) => ({ bounds, end: bounds.end }));
      try {
        await store.append(entries);
      } catch (error) {
        failure = error;
        throw error;
      }
      for (const { bounds, end } of ends) bounds.durableEnd = Math.max(bounds.durableEnd, end);
      if (groups.size === 0) for (const { place } of entries) scheduleRemoval(place.partition);
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
    async settled() {
      await Promise.all(partitions.map(({ removal }) => removal ?? Promise.resolve()));
    },
  };
}
