import { LmdbFileError, markLmdbDirectory, type OpenedLmdb, openCheckedLmdb } from '@tonriver/lmdb-file';
import { EventLogError, type TopicSpecification } from '@tonriver/stream';
import { corruptLogError } from './corrupt-log-error.ts';
import { type OnDamage, openMetaEntries } from './meta-entries.ts';
import { decodeRecord } from './record-codec.ts';
import { placeOfKey } from './record-place.ts';
import { type AwaitWrite, createRecordTree } from './record-tree.ts';
import { writeError } from './write-error.ts';

export interface StoredTopic {
  readonly id: number;
  readonly specification: TopicSpecification;
}

/** The committed offset of a group in one partition. */
export interface StoredCommit {
  readonly groupId: string;
  readonly partition: number;
  readonly nextOffset: number;
}

/**
 * The embedded log's data in LMDB. Writes are queued and stored in order, many in one commit. A promise resolves when
 * its commit is on the disk, and a process that dies leaves a prefix of the queue. Reads are synchronous and see whole
 * commits.
 */
export type LogStore = Awaited<ReturnType<typeof openLogStore>>;

const RECORDS_TREE = 'records';

type MetaKeyParts = (string | number)[];

export interface OpenLogStoreOptions {
  /** Opens an existing store, checks it completely and writes nothing. */
  readonly isReadOnly?: boolean;
  /** Called with each damaged entry. Without it, the first one is an error. */
  readonly onDamage?: OnDamage;
}

/**
 * Opens the store, or creates it. The caller has locked the directory, because LMDB lets several processes in. The file
 * is checked first: completely when it is small, see `openCheckedLmdb`. Each record also has a checksum, which every
 * read checks.
 *
 * @throws {EventLogError} `store_corrupt`
 */
export async function openLogStore(directory: string, options: OpenLogStoreOptions = {}) {
  const { isReadOnly = false, onDamage } = options;
  const lmdb = await openChecked(directory, isReadOnly);
  const awaitWrite = createAwaitWrite(lmdb, directory);
  const openTrees = async () => {
    const records = lmdb.root.openDB<Buffer, Buffer>(RECORDS_TREE, { encoding: 'binary', keyEncoding: 'binary' });
    // LMDB creates no tree when it only reads.
    if (records === undefined) throw corruptLogError(directory, 'its tree of records is missing');
    const tree = createRecordTree(records, awaitWrite);
    const isEmpty = tree.recordCount() === 0;
    const meta = await openMetaEntries({ root: lmdb.root, awaitWrite, isEmpty, isReadOnly, onDamage, directory });
    return { tree, meta };
  };
  const { tree, meta } = await openTrees().catch(async (error: unknown) => {
    await lmdb.close();
    throw error;
  });
  if (!isReadOnly) markLmdbDirectory(directory, 'the event log');

  return {
    directory,
    isOldStore: meta.isOldStore,
    topics: () => meta.values(['topic']) as readonly StoredTopic[],
    putTopic: (topic: StoredTopic) => meta.put(['topic', topic.specification.name], topic),
    groupIds: (topicId: number) => meta.values(['group', topicId]) as readonly string[],
    putGroup: (topicId: number, groupId: string) => meta.put(['group', topicId, groupId], groupId),
    commits: (topicId: number) => meta.values(['commit', topicId]) as readonly StoredCommit[],
    putCommit: (topicId: number, commit: StoredCommit) =>
      meta.put(['commit', topicId, commit.groupId, commit.partition], commit),
    ...tree,
    close: lmdb.close,
  };
}

async function openChecked(directory: string, isReadOnly: boolean): Promise<OpenedLmdb<unknown, MetaKeyParts>> {
  try {
    return await openCheckedLmdb<unknown, MetaKeyParts>({
      directory,
      encoding: 'json',
      treesMax: 2,
      isReadOnly,
      visit(tree, { key, value }) {
        // Records of an old store have no checksum. Reading them checks whether the store is old.
        if (tree === RECORDS_TREE) decodeRecord(placeOfKey(key), value(), { directory, isOldStore: true });
      },
    });
  } catch (cause) {
    if (!(cause instanceof LmdbFileError)) throw cause;
    throw new EventLogError('store_corrupt', cause.message, { directory, ...cause.fields }, { cause });
  }
}

function createAwaitWrite({ root }: OpenedLmdb<unknown, MetaKeyParts>, directory: string): AwaitWrite {
  const ignore = (): void => undefined;
  return async (write) => {
    // At the end of the turn lmdb-js makes a promise of the whole batch, `committed`, and leaves it unhandled. When the
    // disk is full its rejection would end the process. `write` reports the same failure.
    setImmediate(() => void root.committed.then(ignore, ignore));
    try {
      await write;
    } catch (error) {
      throw await writeError(directory, error);
    }
  };
}
