import type { LogBatch, LogRecord } from './event-log.ts';
import type { DoneOffset, IsDone } from './stream-step.ts';

interface Partition {
  /** Undefined until the consumer delivers the first batch: records of the catch-up have none. */
  batch: LogBatch | undefined;
  waiting: { readonly offset: bigint; readonly isDone: IsDone }[];
}

/** The offset up to which a partition is done, and the batch to commit it through. */
export interface DonePrefix extends DoneOffset {
  readonly batch: LogBatch | undefined;
}

export interface OffsetLedgerOptions {
  /** True when the step keeps offsets of its own beside those of the group. */
  readonly hasOwnProgress?: boolean;
}

/**
 * Tracks which records of each partition are done. A commit must stay before the first record that is not done: after a
 * crash that record has to come again.
 */
export interface OffsetLedger {
  /**
   * Remembers the batch as the partition's newest. If the partition was just assigned, forgets its records: they come
   * again with the batch, or the group has committed them. A step with offsets of its own keeps the committed ones,
   * because its offsets must not pass a record that it has not done.
   *
   * @returns true when the partition was just assigned to this process, for the first time or again
   */
  begin(batch: LogBatch): boolean;
  add(place: Pick<LogRecord, 'partition' | 'offset'>, isDone: IsDone): void;
  /** Removes the records at the beginning of each partition that are done, and returns their last offsets. */
  takeDone(): readonly DonePrefix[];
  /** Number of records that were not removed yet. */
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
      const isAssigned = partition.batch?.isCurrent() !== true;
      partition.batch = batch;
      const from = batch.records[0]?.offset ?? 0n;
      if (isAssigned) partition.waiting = partition.waiting.filter(({ offset }) => hasOwnProgress && offset < from);
      return isAssigned;
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
