import type { LogStore, StoredCommit, StoredTopic } from '../embedded/log-store.ts';
import type { RecordPlace } from '../embedded/record-place.ts';

/** The content of an embedded log in memory; it survives the log as a disk would. */
export interface MemoryDisk {
  readonly topics: Map<string, StoredTopic>;
  /** Topic → its groups. */
  readonly groups: Map<number, Set<string>>;
  /** Topic → commits by group and partition. */
  readonly commits: Map<number, Map<string, StoredCommit>>;
  /** Topic and partition → records by offset, ascending. */
  readonly records: Map<string, Map<number, Buffer>>;
}

export function createMemoryDisk(): MemoryDisk {
  return { topics: new Map(), groups: new Map(), commits: new Map(), records: new Map() };
}

/** The embedded log's data in memory: writes are there in a later turn, in their order, as after a commit of LMDB. */
export function openMemoryLogStore({ topics, groups, commits, records }: MemoryDisk): LogStore {
  const partitionOf = ({ topicId, partition }: Pick<RecordPlace, 'topicId' | 'partition'>): Map<number, Buffer> =>
    entryOf(records, `${topicId}/${partition}`, () => new Map<number, Buffer>());
  const later = async (write: () => unknown): Promise<void> => {
    await Promise.resolve();
    write();
  };
  return {
    directory: 'memory',
    isOldStore: false,
    topics: () => [...topics.values()],
    putTopic: (topic) => later(() => topics.set(topic.specification.name, topic)),
    groupIds: (topicId) => [...(groups.get(topicId) ?? [])],
    putGroup: (topicId, groupId) => later(() => entryOf(groups, topicId, () => new Set<string>()).add(groupId)),
    commits: (topicId) => [...(commits.get(topicId)?.values() ?? [])],
    putCommit: (topicId, commit) =>
      later(() => {
        const ofTopic = entryOf(commits, topicId, () => new Map<string, StoredCommit>());
        ofTopic.set(`${commit.groupId}/${commit.partition}`, commit);
      }),
    append: (entries) =>
      later(() => {
        for (const { place, bytes } of entries) partitionOf(place).set(place.offset, bytes);
      }),
    read({ recordsMax, bytesMax, offset, endOffset, ...place }) {
      const found: { readonly offset: number; readonly bytes: Buffer }[] = [];
      let bytesFound = 0;
      for (const [at, bytes] of partitionOf(place)) {
        if (at < offset || at >= endOffset) continue;
        if (found.length === recordsMax) break;
        bytesFound += bytes.length;
        if (found.length > 0 && bytesFound > bytesMax) break;
        found.push({ offset: at, bytes });
      }
      return found;
    },
    recordCount: () => [...records.values()].reduce((total, ofPartition) => total + ofPartition.size, 0),
    bounds(topicId, partition) {
      const offsets = [...partitionOf({ topicId, partition }).keys()];
      return { start: offsets[0] ?? 0, end: (offsets.at(-1) ?? -1) + 1 };
    },
    remove: (topicId, partition, offsets) =>
      later(() => {
        for (const offset of offsets) partitionOf({ topicId, partition }).delete(offset);
      }),
    close: () => Promise.resolve(),
  };
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
