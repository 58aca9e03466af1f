import type { LogBatch, LogRecord } from './event-log.ts';
import type { DoneOffset, IsDone } from './stream-step.ts';

interface Partition {
  /** Undefined while only what was committed before was read again. */
  batch: LogBatch | undefined;
  waiting: { readonly offset: bigint; readonly isDone: IsDone }[];
}

/** Up to where a partition is done, and through which batch that may be committed. */
export interface DonePrefix extends DoneOffset {
  readonly batch: LogBatch | undefined;
}

export interface OffsetLedgerOptions {
  /** Whether the step keeps offsets of its own beside those of the group. */
  readonly hasOwnProgress?: boolean;
}

/**
 * Which records of each partition are done. A commit may only go up to the first record that is not: after a crash that
 * record must come again.
 */
export interface OffsetLedger {
  /**
   * Remembers the batch as the partition's newest. When the partition was given to this process, what comes again with
   * it is forgotten, and so is what the group has committed before it: unless the step has offsets of its own, which
   * may not pass what it has not done.
   *
   * @returns true when the partition was given to this process, for the first time or again
   */
  begin(batch: LogBatch): boolean;
  add(place: Pick<LogRecord, 'partition' | 'offset'>, isDone: IsDone): void;
  /** Per partition the last offset of the longest prefix that is done; each only once. */
  takeDone(): readonly DonePrefix[];
  /** Records that are not done, or not taken out. */
  readonly size: number;
}

export function createOffsetLedger({ hasOwnProgress = false }: OffsetLedgerOptions = {}): OffsetLedger {
  const partitions = new Map<number, Partition>();
  const at = (partition: number): Partition => {
    const known = partitions.get(partition) ?? { batch: undefined, waiting: [] };
    partitions.set(partition, known);
    return known;
  };
  return {
    begin(batch) {
      const partition = at(batch.partition);
      const isGiven = partition.batch?.isCurrent() !== true;
      partition.batch = batch;
      const from = batch.records[0]?.offset ?? 0n;
      if (isGiven) partition.waiting = partition.waiting.filter(({ offset }) => hasOwnProgress && offset < from);
      return isGiven;
    },
    add: ({ partition, offset }, isDone) => void at(partition).waiting.push({ offset, isDone }),
    takeDone() {
      const done: DonePrefix[] = [];
      for (const [partition, known] of partitions) {
        const firstOpen = known.waiting.findIndex(({ isDone }) => !isDone());
        const count = firstOpen === -1 ? known.waiting.length : firstOpen;
        const last = known.waiting[count - 1];
        if (last === undefined) continue;
        known.waiting = known.waiting.slice(count);
        done.push({ partition, offset: last.offset, batch: known.batch });
      }
      return done;
    },
    get size() {
      let size = 0;
      for (const { waiting } of partitions.values()) size += waiting.length;
      return size;
    },
  };
}
