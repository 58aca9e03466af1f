import type { ResolvedRound } from '@tonriver/events';
import type { IsDone } from '@tonriver/stream';

/** A record that waits until its round is complete. */
export interface WaitingRecord {
  readonly round: ResolvedRound;
  readonly partition: number;
  readonly offset: bigint;
  isDone: boolean;
}

/** Holds records until their rounds are complete. */
export interface DetectorInbox {
  put(record: Omit<WaitingRecord, 'isDone'>): IsDone;
  /** Forgets the records of a partition from an offset on: they come again. */
  forget(partition: number, fromOffset: bigint): void;
  /**
   * The records that can be examined now, in order. Behind a record whose round is not complete, others of the same
   * range wait: contracts are asked as they are at the end of a round, and no row may be missing before it.
   */
  ready(isComplete: (round: number) => boolean): readonly WaitingRecord[];
  /** Counts a record as done. */
  finish(record: WaitingRecord): void;
  readonly isFull: boolean;
  readonly size: number;
}

const RECORDS_MAX = 4_000;
/** About 200 bytes each. */
const ACCOUNTS_MAX = 400_000;

export function createDetectorInbox(): DetectorInbox {
  const waiting = new Set<WaitingRecord>();
  let accountCount = 0;
  const remove = (record: WaitingRecord): void => {
    if (waiting.delete(record)) accountCount -= record.round.accounts.length;
  };
  return {
    put(record) {
      const entry: WaitingRecord = { ...record, isDone: false };
      waiting.add(entry);
      accountCount += record.round.accounts.length;
      return () => entry.isDone;
    },
    forget(partition, fromOffset) {
      for (const record of waiting) if (record.partition === partition && record.offset >= fromOffset) remove(record);
    },
    ready(isComplete) {
      const held = new Set<number>();
      const ready: WaitingRecord[] = [];
      for (const record of waiting) {
        const { round, range } = record.round;
        if (held.has(range)) continue;
        if (isComplete(round)) ready.push(record);
        else held.add(range);
      }
      return ready;
    },
    finish(record) {
      record.isDone = true;
      remove(record);
    },
    get isFull() {
      return waiting.size >= RECORDS_MAX || accountCount >= ACCOUNTS_MAX;
    },
    get size() {
      return waiting.size;
    },
  };
}
