import type { RoundTraces } from '@tonriver/events';
import type { IsDone, PartitionAssignment } from '@tonriver/stream';

/** A record that waits until it is known what the contracts are in its round. */
export interface WaitingRecord {
  readonly round: RoundTraces;
  readonly assignment: PartitionAssignment;
  readonly partition: number;
  readonly offset: bigint;
  isDone: boolean;
}

/** Holds records until they can be classified. */
export interface ClassifierInbox {
  put(record: Omit<WaitingRecord, 'isDone'>): IsDone;
  /** Forgets the records of a partition from an offset on: they come again. */
  forget(partition: number, fromOffset: bigint): void;
  /**
   * The records that can be classified now, in the order of their partitions. Behind one that waits, others of the same
   * partition wait too: a partition makes progress round by round.
   */
  ready(isReady: (round: number) => boolean): readonly WaitingRecord[];
  /** The rounds of all records that wait. */
  rounds(): readonly number[];
  /** Takes a record out. It counts as done with the last record of its round: a round is begun again from its start. */
  finish(record: WaitingRecord): void;
  readonly isFull: boolean;
  readonly size: number;
}

const RECORDS_MAX = 4_000;
/** About 200 bytes each. */
const TRANSACTIONS_MAX = 200_000;

export function createClassifierInbox(): ClassifierInbox {
  const waiting = new Set<WaitingRecord>();
  let finished: WaitingRecord[] = [];
  let transactionCount = 0;
  const remove = (record: WaitingRecord): void => {
    if (waiting.delete(record)) transactionCount -= transactionsOf(record.round);
  };
  return {
    put(record) {
      const entry: WaitingRecord = { ...record, isDone: false };
      waiting.add(entry);
      transactionCount += transactionsOf(record.round);
      return () => entry.isDone;
    },
    forget(partition, fromOffset) {
      const isKept = (record: WaitingRecord): boolean => record.partition !== partition || record.offset < fromOffset;
      for (const record of waiting) if (!isKept(record)) remove(record);
      finished = finished.filter(isKept);
    },
    ready(isReady) {
      const held = new Set<number>();
      return [...waiting].filter(({ partition, round: { round } }) => {
        if (!held.has(partition) && isReady(round)) return true;
        held.add(partition);
        return false;
      });
    },
    rounds: () => [...new Set([...waiting].map(({ round: { round } }) => round))],
    finish(record) {
      finished.push(record);
      remove(record);
      if (!record.round.isLast) return;
      for (const other of finished) if (other.partition === record.partition) other.isDone = true;
      finished = finished.filter((other) => !other.isDone);
    },
    get isFull() {
      return waiting.size >= RECORDS_MAX || transactionCount >= TRANSACTIONS_MAX;
    },
    get size() {
      return waiting.size;
    },
  };
}

function transactionsOf({ traces }: RoundTraces): number {
  return traces.reduce((total, { nodes, blocks }) => total + 1 + (blocks === null ? 0 : nodes), 0);
}
