import { deadLetterName, EventError, redrivenOffsetOf, type Topic } from '@tonriver/events';
import type { EventLog, LogRecord } from '@tonriver/stream';
import { type RejectedRecord, rejectedRecordOf } from './rejected-record.ts';

interface ListOptions {
  /** The largest number of records to find; default: all. */
  readonly limit?: number;
  /** Called with each record when it is found, newest first. */
  readonly onFound?: (record: RejectedRecord) => void;
  /** Called with each record of the topic that is not a dead letter. */
  readonly onForeign?: (offset: bigint, fault: EventError) => void;
  /** Called after each page with the number of letters read, and of all letters. */
  readonly onRead?: (read: bigint, total: bigint) => void;
}

/** Letters that are read at once. */
const PAGE_RECORDS = 100n;

/**
 * Lists the records with dead letters that were not sent again, newest first. A record with several letters is listed
 * once. The topic is read backwards, because marks of sent letters come after the letters: so a record can be reported
 * as soon as it is read. Memory grows with the number of records, not with their size.
 */
export async function listDeadLetters(
  log: EventLog,
  deadLetterTopic: Topic,
  { limit = Infinity, onFound, onForeign, onRead }: ListOptions = {},
): Promise<readonly RejectedRecord[]> {
  const collector = createCollector(onFound);
  const [end = 0n] = await log.endOffsets(deadLetterTopic.name);
  for (let before = end; before > 0n && collector.records.size < limit; ) {
    const from = before > PAGE_RECORDS ? before - PAGE_RECORDS : 0n;
    const page = await readBetween(log, deadLetterTopic, from, before);
    for (const record of page.toReversed()) {
      if (collector.records.size >= limit) break;
      try {
        collector.add(record);
      } catch (error) {
        if (!(error instanceof EventError)) throw error;
        onForeign?.(record.offset, error);
      }
    }
    before = from;
    onRead?.(end - before, end);
  }
  return [...collector.records.values()];
}

interface Collector {
  /** Records that were not sent again, by `deadLetterName`. */
  readonly records: ReadonlyMap<string, RejectedRecord>;
  /**
   * Adds a letter or a mark; newer ones come first.
   *
   * @throws {EventError} when the record is neither
   */
  add(record: LogRecord): void;
}

function createCollector(onFound: ListOptions['onFound']): Collector {
  const records = new Map<string, RejectedRecord>();
  /** Names of records whose newest letter was sent again: older letters are of the same record. */
  const sentAgain = new Set<string>();
  const markedOffsets = new Set<bigint>();
  return {
    records,
    add(record) {
      const marked = redrivenOffsetOf(record);
      if (marked !== undefined) {
        markedOffsets.add(marked);
        return;
      }
      const rejected = rejectedRecordOf(record);
      const name = deadLetterName(rejected.letter);
      const newer = records.get(name);
      if (newer !== undefined) {
        records.set(name, { ...newer, offsets: [record.offset, ...newer.offsets] });
      } else if (markedOffsets.has(record.offset)) {
        sentAgain.add(name);
      } else if (!sentAgain.has(name)) {
        records.set(name, rejected);
        onFound?.(rejected);
      }
    },
  };
}

/** Reads the records of a page, in order. A read is bounded in bytes too, so several may be needed. */
async function readBetween(log: EventLog, topic: Topic, from: bigint, end: bigint): Promise<readonly LogRecord[]> {
  const records: LogRecord[] = [];
  for (let next = from; next < end; ) {
    const read = await log.readRange(topic.name, 0, next, Number(end - next));
    records.push(...read.filter(({ offset }) => offset < end));
    const last = read.at(-1);
    if (last === undefined) break;
    next = last.offset + 1n;
  }
  return records;
}
