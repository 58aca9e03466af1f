import {
  deadLetterName,
  decodeDeadLetter,
  EventError,
  recordHashOf,
  redrivenOffsetOf,
  type Topic,
} from '@tonriver/events';
import type { EventLog, LogRecord } from './event-log.ts';

/** Dead letters in one read. */
const PAGE_RECORDS = 100;
/** How many of the newest dead letters are remembered. A record that comes again was read a short while ago. */
const REMEMBERED_MAX = 50_000;

/**
 * Knows which records have a dead letter. A record comes again after a crash or when its partition moves, and must get
 * no second one. Two processes that read a record at the same moment may still write two dead letters: readers of the
 * topic take the newest.
 */
export interface DeadLetterIndex {
  /** Resolves when every dead letter was read that the topic had at the time of the call. */
  refresh(): Promise<void>;
  /** Returns true when this version of the parser, or a newer one, has written a dead letter of the record. */
  has(record: LogRecord, parserVersion: number): boolean;
  /** Number of distinct records with a dead letter that were not sent again. Marks of forgotten ones are ignored. */
  readonly openCount: number;
}

export function createDeadLetterIndex(dependencies: {
  readonly log: Pick<EventLog, 'endOffsets' | 'readRange'>;
  readonly deadLetterTopic: Topic;
  /** Topic of the records. */
  readonly topic: Topic;
  readonly beat?: (() => void) | undefined;
}): DeadLetterIndex {
  const { log, deadLetterTopic, topic, beat } = dependencies;
  /** Name of a record → the newest version that wrote a dead letter of it, and the newest dead letter's offset. */
  const letters = new Map<string, { readonly parserVersion: number; readonly offset: bigint }>();
  const namesByOffset = new Map<bigint, string>();
  const open = new Set<string>();
  /** How many dead letters were open when they were forgotten. */
  let forgottenOpenCount = 0;
  let next = 0n;

  const forgetOldest = (): void => {
    const [oldest] = letters;
    if (letters.size <= REMEMBERED_MAX || oldest === undefined) return;
    const [name, { offset }] = oldest;
    letters.delete(name);
    namesByOffset.delete(offset);
    if (open.delete(name)) forgottenOpenCount += 1;
  };
  const addLetter = (record: LogRecord): void => {
    const letter = decodeDeadLetter(record);
    const name = deadLetterName(letter);
    const known = letters.get(name);
    if (known !== undefined) {
      letters.delete(name);
      namesByOffset.delete(known.offset);
    }
    const parserVersion = Math.max(known?.parserVersion ?? 0, letter.parserVersion);
    letters.set(name, { parserVersion, offset: record.offset });
    namesByOffset.set(record.offset, name);
    open.add(name);
    forgetOldest();
  };
  const add = (record: LogRecord): void => {
    try {
      const mark = redrivenOffsetOf(record);
      if (mark === undefined) addLetter(record);
      else open.delete(namesByOffset.get(mark) ?? '');
    } catch (error) {
      // A foreign record in the topic is skipped: it must not hide the dead letters behind it.
      if (!(error instanceof EventError)) throw error;
    }
  };

  const readOn = async (): Promise<void> => {
    const [end = 0n] = await log.endOffsets(deadLetterTopic.name);
    while (next < end) {
      const records = await log.readRange(deadLetterTopic.name, 0, next, PAGE_RECORDS);
      for (const record of records) add(record);
      next = (records.at(-1)?.offset ?? end - 1n) + 1n;
      beat?.();
    }
  };
  let latest: Promise<void> = Promise.resolve();

  return {
    refresh() {
      // One after the other: two reads at a time would count the same dead letters twice. Sharing the read that is
      // under way is not enough: it may have asked for the end before the caller's own dead letter was written.
      latest = latest.then(readOn, readOn);
      return latest;
    },
    has(record, parserVersion) {
      const { partition, offset } = record;
      const name = deadLetterName({ topic: topic.name, partition, offset, recordHash: recordHashOf(record) });
      const known = letters.get(name);
      return known !== undefined && known.parserVersion >= parserVersion;
    },
    get openCount() {
      return open.size + forgottenOpenCount;
    },
  };
}
