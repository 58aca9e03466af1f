import { holderText, lockDirectoryForReading } from '@tonriver/lifecycle';
import type { LogRecord, TopicSpecification } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import { type LogStore, openLogStore, type StoredTopic } from './log-store.ts';
import { decodeRecord, hasChecksum } from './record-codec.ts';
import type { RecordPlace } from './record-place.ts';

/** A problem of an embedded log, with its place. */
interface LogProblem {
  readonly where: Readonly<Record<string, string>>;
  readonly problem: string;
}

interface ExamineLogOptions {
  readonly directory: string;
  /** Adds to a named count of examined things. */
  readonly count: (what: string, by: number) => void;
  /** Returns the problem of an undamaged record of any topic, undefined when there is none. */
  readonly examineRecord: (topic: string, record: LogRecord) => string | undefined;
}

const RECORDS_PER_READ = 200;
const BYTES_PER_READ = 16 * 1024 * 1024;

/**
 * Reads a whole embedded log that no process uses, without writing, and yields its problems: the structure of the file,
 * the checksums of all entries and records, missing offsets, and commits outside of the log. After a damaged entry or
 * record the rest is still examined; after a damaged structure nothing else can be.
 *
 * @throws {EventLogError} `directory_held`
 */
export async function* examineEmbeddedLog(options: ExamineLogOptions): AsyncGenerator<LogProblem, void, undefined> {
  const { directory } = options;
  const lock = lockDirectoryForReading(directory, (holder) => {
    return new EventLogError('directory_held', `${holderText(holder)} has the event log in ${directory}`, {
      ...holder,
    });
  });
  let store: LogStore | undefined;
  try {
    const damage = new Set<string>();
    store = await openLogStore(directory, { isReadOnly: true, onDamage: (problem) => void damage.add(problem) });
    for (const problem of damage) yield { where: { directory }, problem };
    let recordsSeen = 0;
    const seeRecord = (): void => void (recordsSeen += 1);
    for (const topic of store.topics()) {
      options.count('topics', 1);
      yield* examineTopic(store, topic, { ...options, seeRecord });
    }
    const left = store.recordCount() - recordsSeen;
    if (left > 0) yield { where: { directory }, problem: `${left} records belong to no topic and no partition` };
  } catch (error) {
    if (!(error instanceof EventLogError) || error.code !== 'store_corrupt') throw error;
    yield { where: { directory }, problem: error.message };
  } finally {
    await store?.close();
    lock.release();
  }
}

async function* examineTopic(
  store: LogStore,
  { id, specification }: StoredTopic,
  options: ExamineLogOptions & { readonly seeRecord: () => void },
): AsyncGenerator<LogProblem, void, undefined> {
  const { name, retentionMs = -1 } = specification;
  // Removal by age can leave gaps, because clocks may go back.
  const mayHaveGaps = retentionMs !== -1 && store.groupIds(id).length === 0;
  for (let partition = 0; partition < specification.partitions; partition += 1) {
    const { start, end } = store.bounds(id, partition);
    let expected = start;
    while (expected < end) {
      const place = { topicId: id, partition, offset: expected, endOffset: end };
      const found = store.read({ ...place, recordsMax: RECORDS_PER_READ, bytesMax: BYTES_PER_READ });
      for (const { offset, bytes } of found) {
        const where = { topic: name, partition: String(partition), offset: String(offset) };
        if (offset !== expected && !mayHaveGaps) {
          yield { where, problem: `the records from ${expected} to ${offset - 1} before it are missing` };
        }
        expected = offset + 1;
        options.seeRecord();
        const problem = examineBytes(store, { topicId: id, partition, offset }, { ...options, topic: name, bytes });
        if (problem !== undefined) yield { where, problem };
      }
      if (found.length === 0) break;
    }
    yield* examineCommits(store, { id, specification, partition, start, end }, options);
  }
}

function examineBytes(
  store: LogStore,
  place: RecordPlace,
  { topic, bytes, count, examineRecord }: ExamineLogOptions & { readonly topic: string; readonly bytes: Buffer },
): string | undefined {
  let record: LogRecord;
  try {
    record = decodeRecord(place, bytes, store);
  } catch (error) {
    if (error instanceof EventLogError && error.code === 'store_corrupt') return error.message;
    throw error;
  }
  count(hasChecksum(bytes) ? 'records' : 'records without a checksum', 1);
  return examineRecord(topic, record);
}

async function* examineCommits(
  store: LogStore,
  part: {
    readonly id: number;
    readonly specification: TopicSpecification;
    readonly partition: number;
    readonly start: number;
    readonly end: number;
  },
  { count }: ExamineLogOptions,
): AsyncGenerator<LogProblem, void, undefined> {
  const { id, specification, partition, start, end } = part;
  const groups = store.groupIds(id);
  for (const { groupId, nextOffset, partition: of } of store.commits(id)) {
    if (of !== partition) continue;
    count('offsets of groups', 1);
    const where = { topic: specification.name, partition: String(partition), group: groupId };
    if (!groups.includes(groupId)) yield { where, problem: 'has a committed offset, and no such group is stored' };
    if (nextOffset > end) yield { where, problem: `reads on from offset ${nextOffset}, and the log ends at ${end}` };
    else if (nextOffset < start)
      yield { where, problem: `reads on from offset ${nextOffset}, and the log begins at ${start}` };
  }
}
