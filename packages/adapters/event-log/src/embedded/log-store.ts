import {
  checkLmdbDirectory,
  checkWholeLmdbDirectory,
  LmdbFileError,
  markLmdbDirectory,
  type VisitEntry,
  watchLockFile,
} from '@tonriver/lmdb-file';
import { type Database, open, type RootDatabase } from 'lmdb';
import { logCorrupt } from './log-corrupt.ts';
import { EventLogError } from '@tonriver/stream';
import type { TopicSpecification } from '@tonriver/stream';
import { type OnDamage, openMetaEntries } from './meta-entries.ts';
import { decodeRecord } from './record-codec.ts';
import { keyOfPlace, placeOfKey, type RecordPlace } from './record-place.ts';
import { writeFailure } from './write-failure.ts';

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
export type LogStore = Awaited<ReturnType<typeof openLogStore>>;

/** Names of the store's one tree of records, and what its main tree holds beside it. */
export const RECORDS_TREE = 'records';

type Root = RootDatabase<unknown, (string | number)[]>;

/**
 * Opens the store, or creates it, in a directory that is ours: LMDB itself would let several processes in. What is
 * there is checked first, because LMDB takes the form of its file on trust: whole when it is small. For reading it must
 * be there, is checked whole and stays as it is. Records also have checksums, which every reading checks.
 *
 * @throws {EventLogError} `store_corrupt`
 */
export async function openLogStore(
  directory: string,
  { isReadOnly = false, onDamage }: { readonly isReadOnly?: boolean; readonly onDamage?: OnDamage } = {},
) {
  const removeLockFile = isReadOnly ? watchLockFile(directory) : () => undefined;
  const root = await openChecked(directory, isReadOnly);
  const close = async (): Promise<void> => {
    await root.close();
    removeLockFile();
  };
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
  const openTrees = async () => {
    const records = root.openDB<Buffer, Buffer>(RECORDS_TREE, { encoding: 'binary', keyEncoding: 'binary' });
    // When LMDB only reads, it makes no tree.
    if (records === undefined) throw logCorrupt(directory, 'its tree of records is missing');
    const isEmpty = countOf(records) === 0;
    return { records, meta: await openMetaEntries({ root, durable, isEmpty, isReadOnly, onDamage, directory }) };
  };
  const { records, meta } = await openTrees().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  if (!isReadOnly) markLmdbDirectory(directory, 'the event log');

  return {
    directory,
    isOldStore: meta.isOldStore,
    topics: (): readonly StoredTopic[] => meta.below(['topic']).map((value) => value as StoredTopic),
    putTopic: (topic: StoredTopic) => meta.put(['topic', topic.specification.name], topic),
    groupIds: (topicId: number): readonly string[] => meta.below(['group', topicId]).map((value) => value as string),
    putGroup: (topicId: number, groupId: string) => meta.put(['group', topicId, groupId], groupId),
    commits: (topicId: number): readonly StoredCommit[] =>
      meta.below(['commit', topicId]).map((value) => value as StoredCommit),
    putCommit: (topicId: number, commit: StoredCommit) =>
      meta.put(['commit', topicId, commit.groupId, commit.partition], commit),

    append: (entries: readonly { readonly place: RecordPlace; readonly bytes: Buffer }[]) =>
      durable(
        records.batch(() => {
          for (const { place, bytes } of entries) records.put(keyOfPlace(place), bytes).catch(isToldToWriter);
        }),
      ),
    read({ topicId, partition, offset, endOffset, recordsMax, bytesMax }: ReadOptions): StoredRecord[] {
      const found: StoredRecord[] = [];
      let bytesFound = 0;
      const range = {
        start: keyOfPlace({ topicId, partition, offset }),
        end: keyOfPlace({ topicId, partition, offset: endOffset }),
        limit: recordsMax,
      };
      for (const { key, value } of records.getRange(range)) {
        bytesFound += value.length;
        if (found.length > 0 && bytesFound > bytesMax) break;
        found.push({ offset: placeOfKey(key).offset, bytes: value });
      }
      return found;
    },
    recordCount: (): number => countOf(records),
    /** The first kept offset and the one after the last; both 0 in a partition that never had a record. */
    bounds(topicId: number, partition: number): { readonly start: number; readonly end: number } {
      const low = keyOfPlace({ topicId, partition, offset: 0 });
      const high = keyOfPlace({ topicId, partition: partition + 1, offset: 0 });
      const [first] = [...records.getKeys({ start: low, end: high, limit: 1 })];
      // A reversed range starts at its upper bound, which belongs to the next partition.
      const [last] = [...records.getKeys({ start: high, end: low, limit: 2, reverse: true })].filter(
        (key) => Buffer.compare(key, high) < 0,
      );
      if (first === undefined) return { start: 0, end: 0 };
      return { start: placeOfKey(first).offset, end: placeOfKey(last ?? first).offset + 1 };
    },
    remove: (topicId: number, partition: number, offsets: readonly number[]) =>
      durable(
        records.batch(() => {
          for (const offset of offsets) {
            records.remove(keyOfPlace({ topicId, partition, offset })).catch(isToldToWriter);
          }
        }),
      ),
    close,
  };
}

async function openChecked(directory: string, isReadOnly: boolean): Promise<Root> {
  try {
    // Old records have no checksum, and whether they may be there is asked when they are read.
    const visit: VisitEntry = (tree, { key, value }) => {
      if (tree === RECORDS_TREE) decodeRecord(placeOfKey(key), value(), { directory, isOldStore: true });
    };
    // Who examines a store reads every record, and goes on after one that is damaged.
    if (isReadOnly) await checkWholeLmdbDirectory(directory);
    else await checkLmdbDirectory(directory, { visit });
    return open<unknown, (string | number)[]>({
      path: directory,
      encoding: 'json',
      // A commit is synchronised before it is announced. (The default announces first: a power failure may undo it.)
      overlappingSync: false,
      maxDbs: 2,
      noSubdir: false,
      readOnly: isReadOnly,
    });
  } catch (cause) {
    if (!(cause instanceof LmdbFileError)) throw cause;
    throw new EventLogError('store_corrupt', cause.message, { directory, ...cause.fields }, { cause });
  }
}

function countOf(database: Database<Buffer, Buffer>): number {
  return (database.getStats() as { readonly entryCount?: number }).entryCount ?? 0;
}

/** Who waits for a write hears of its failure; promises that LMDB makes beside that one must not end the process. */
const isToldToWriter = (): void => undefined;
