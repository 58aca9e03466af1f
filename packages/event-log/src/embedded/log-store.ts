import { open } from 'lmdb';
import { writeFailure } from './write-failure.ts';
import type { TopicSpecification } from '../event-log.ts';

/** Where a record lies. Offsets are plain numbers in here: 2^53 records outlast any disk. */
export interface RecordPlace {
  readonly topicId: number;
  readonly partition: number;
  readonly offset: number;
}

export interface StoredRecord {
  readonly offset: number;
  readonly bytes: Buffer;
}

export interface StoredTopic {
  readonly id: number;
  readonly specification: TopicSpecification;
}

/** How far a group is in one partition. */
export interface StoredCommit {
  readonly groupId: string;
  readonly partition: number;
  readonly nextOffset: number;
}

/** Which records, from the oldest on, and how much of them. The first one comes whatever its size. */
export interface ReadOptions extends RecordPlace {
  readonly endOffset: number;
  readonly recordsMax: number;
  readonly bytesMax: number;
}

/**
 * The embedded log's data in LMDB. Writes are queued and stored in their order, many in one commit; a promise resolves
 * when its commit was synchronised to the disk, and a process that dies leaves a prefix of what was queued. Reads are
 * synchronous and see whole commits.
 */
export type LogStore = ReturnType<typeof openLogStore>;

type MetaKey = readonly (string | number)[];

/** Opens the store, or creates it, in a directory that is ours: LMDB itself would let several processes in. */
export function openLogStore(directory: string) {
  const root = open<unknown, MetaKey & (string | number)[]>({
    path: directory,
    encoding: 'json',
    // A commit is synchronised before it is announced. (The default announces first, and a power failure may undo it.)
    overlappingSync: false,
    maxDbs: 2,
    noSubdir: false,
  });
  const durable = async (write: Promise<boolean>): Promise<void> => {
    // LMDB batches the writes of a turn and makes a promise of that batch at the end of the turn, which is nobody's:
    // rejected for want of room, it would end the process. `committed` is that promise by then.
    setImmediate(() => void root.committed.then(isToldToWriter, isToldToWriter));
    try {
      await write;
    } catch (error) {
      throw await writeFailure(directory, error);
    }
  };
  const records = root.openDB<Buffer, Buffer>('records', { encoding: 'binary', keyEncoding: 'binary' });
  const meta = {
    get: (key: MetaKey) => root.get([...key]),
    put: (key: MetaKey, value: unknown) => durable(root.put([...key], value)),
    below: (prefix: MetaKey) => [...root.getRange({ start: [...prefix], end: [...prefix, '\u{10ffff}'] })],
  };

  return {
    topics: (): readonly StoredTopic[] => meta.below(['topic']).map(({ value }) => value as StoredTopic),
    putTopic: (topic: StoredTopic) => meta.put(['topic', topic.specification.name], topic),
    groupIds: (topicId: number): readonly string[] =>
      meta.below(['group', topicId]).map(({ value }) => value as string),
    putGroup: (topicId: number, groupId: string) => meta.put(['group', topicId, groupId], groupId),
    commits: (topicId: number): readonly StoredCommit[] =>
      meta.below(['commit', topicId]).map(({ value }) => value as StoredCommit),
    putCommit: (topicId: number, commit: StoredCommit) =>
      meta.put(['commit', topicId, commit.groupId, commit.partition], commit),

    append: (entries: readonly { readonly place: RecordPlace; readonly bytes: Buffer }[]) =>
      durable(
        records.batch(() => {
          for (const { place, bytes } of entries) records.put(keyOf(place), bytes).catch(isToldToWriter);
        }),
      ),
    read({ topicId, partition, offset, endOffset, recordsMax, bytesMax }: ReadOptions): StoredRecord[] {
      const found: StoredRecord[] = [];
      let bytesFound = 0;
      const range = {
        start: keyOf({ topicId, partition, offset }),
        end: keyOf({ topicId, partition, offset: endOffset }),
        limit: recordsMax,
      };
      for (const { key, value } of records.getRange(range)) {
        bytesFound += value.length;
        if (found.length > 0 && bytesFound > bytesMax) break;
        found.push({ offset: offsetOf(key), bytes: value });
      }
      return found;
    },
    /** The first kept offset and the one after the last; both 0 in a partition that never had a record. */
    bounds(topicId: number, partition: number): { readonly start: number; readonly end: number } {
      const low = keyOf({ topicId, partition, offset: 0 });
      const high = keyOf({ topicId, partition: partition + 1, offset: 0 });
      const [first] = [...records.getKeys({ start: low, end: high, limit: 1 })];
      // A reversed range starts at its upper bound, which belongs to the next partition.
      const [last] = [...records.getKeys({ start: high, end: low, limit: 2, reverse: true })].filter(
        (key) => Buffer.compare(key, high) < 0,
      );
      if (first === undefined) return { start: 0, end: 0 };
      return { start: offsetOf(first), end: offsetOf(last ?? first) + 1 };
    },
    remove: (topicId: number, partition: number, offsets: readonly number[]) =>
      durable(
        records.batch(() => {
          for (const offset of offsets) records.remove(keyOf({ topicId, partition, offset })).catch(isToldToWriter);
        }),
      ),
    close: () => root.close(),
  };
}

/** Who waits for a write hears of its failure; promises that LMDB makes beside that one must not end the process. */
const isToldToWriter = (): void => undefined;

/** Topic u32 | partition u32 | offset u64, big-endian, so that the store's order is the log's order. */
function keyOf({ topicId, partition, offset }: RecordPlace): Buffer {
  const key = Buffer.allocUnsafe(16);
  key.writeUInt32BE(topicId, 0);
  key.writeUInt32BE(partition, 4);
  key.writeBigUInt64BE(BigInt(offset), 8);
  return key;
}

function offsetOf(key: Buffer): number {
  // Keys come as views of a buffer that is used again.
  return Number(Buffer.from(key).readBigUInt64BE(8));
}
