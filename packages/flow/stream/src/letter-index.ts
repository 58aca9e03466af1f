import {
  deadLetterName,
  decodeDeadLetter,
  EventError,
  recordHashOf,
  redrivenOffsetOf,
  type Topic,
} from '@tonriver/events';
import type { EventLog, LogRecord } from './event-log.ts';

/** Letters read at once. */
const PAGE_RECORDS = 100;
/** Letters that are remembered, the newest: what comes again was read a short while ago. */
const REMEMBERED_MAX = 50_000;

/**
 * Which records have a letter already. A record comes again after a crash or when its partition moves: it must not be
 * buried, nor counted, once more. Two processes that have the same record at one moment may still write two: whoever
 * reads letters takes the newest of a record.
 */
export interface LetterIndex {
  /** Resolves when everything was read that was in the topic when this was called. May be called at any time. */
  refresh(): Promise<void>;
  /** Whether this very record was buried by this version of the parser or a newer one. */
  has(record: LogRecord, parserVersion: number): boolean;
  /** Distinct records that were buried and not sent again; marks of letters from long ago are passed over. */
  readonly openCount: number;
}

export function createLetterIndex(dependencies: {
  readonly log: Pick<EventLog, 'endOffsets' | 'readRange'>;
  readonly deadLetterTopic: Topic;
  /** Where the records lay. */
  readonly topic: Topic;
  readonly beat?: (() => void) | undefined;
}): LetterIndex {
  const { log, deadLetterTopic, topic, beat } = dependencies;
  /** Name of the record → the newest version that buried it, and its newest letter, in the order of the topic. */
  const letters = new Map<string, { readonly parserVersion: number; readonly offset: bigint }>();
  const namesByOffset = new Map<bigint, string>();
  const open = new Set<string>();
  /** Of letters that are not remembered: how many were open then. */
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
      // Somebody else's record among the letters hides none of them.
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
      // One after the other: two at once would read, and count, the same letters twice. To share the one under way
      // would be too little: it may have asked for the end before the caller's own letter was written.
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
