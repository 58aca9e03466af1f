import { holderText, lockDirectoryForReading } from '@tonriver/lifecycle';
import type { LogRecord, TopicSpecification } from '../event-log.ts';
import { EventLogError } from '../event-log-error.ts';
import { type LogStore, openLogStore, type StoredTopic } from './log-store.ts';
import { decodeRecord, hasChecksum } from './record-codec.ts';

/** Something that is wrong with a log: where, and what. */
export interface LogProblem {
  readonly where: Readonly<Record<string, string>>;
  readonly problem: string;
}

export interface ExamineLogOptions {
  readonly directory: string;
  /** Adds to what was looked at, by name. */
  readonly count: (what: string, by: number) => void;
  /** Says what is wrong with a record that is whole; it may belong to any topic. */
  readonly examineRecord: (topic: string, record: LogRecord) => string | undefined;
}

const RECORDS_PER_READ = 200;
const BYTES_PER_READ = 16 * 1024 * 1024;

/**
 * Reads a whole embedded log while nobody runs on it, writes nothing, and yields
 * what is wrong: the form of its file, the checksum of
 * every entry and record, offsets that leave something out, and groups that are where no record can be.
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
    store = await openLogStore(directory, { isReadOnly: true });
    for (const topic of store.topics()) {
      options.count('topics', 1);
      yield* examineTopic(store, topic, options);
    }
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
  options: ExamineLogOptions,
): AsyncGenerator<LogProblem, void, undefined> {
  const { name } = specification;
  const hasGroups = store.groupIds(id).length > 0;
  for (let partition = 0; partition < specification.partitions; partition += 1) {
    const { start, end } = store.bounds(id, partition);
    let expected = start;
    while (expected < end) {
      const place = { topicId: id, partition, offset: expected, endOffset: end };
      const found = store.read({ ...place, recordsMax: RECORDS_PER_READ, bytesMax: BYTES_PER_READ });
      for (const { offset, bytes } of found) {
        const where = { topic: name, partition: String(partition), offset: String(offset) };
        // Without groups records go by their age, and clocks go back.
        if (offset !== expected && hasGroups) yield { where, problem: `follows ${expected - 1}: records are missing` };
        expected = offset + 1;
        const record = decodeRecord({ topicId: id, partition, offset }, bytes, store);
        options.count(hasChecksum(bytes) ? 'records' : 'records without a checksum', 1);
        const problem = options.examineRecord(name, record);
        if (problem !== undefined) yield { where, problem };
      }
      if (found.length === 0) break;
    }
    yield* examineCommits(store, { id, specification, partition, start, end }, options);
  }
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
    if (!groups.includes(groupId)) yield { where, problem: 'has an offset and is no group' };
    if (nextOffset > end) yield { where, problem: `goes on at ${nextOffset}, and the log ends at ${end}` };
    else if (nextOffset < start) yield { where, problem: `goes on at ${nextOffset}, and the log begins at ${start}` };
  }
}
