import type { LogBatch } from '@tonriver/stream';

interface Partition {
  /** Undefined while only what was committed before was read again. */
  batch: LogBatch | undefined;
  waiting: { readonly offset: bigint; readonly isDone: () => boolean }[];
}

/** Up to where a partition is done. */
export interface DonePrefix {
  readonly partition: number;
  readonly offset: bigint;
  readonly batch: LogBatch | undefined;
}

/**
 * Which records of each partition are behind what is durable. A commit may only go up to the first record whose block
 * is not resolved yet: after a crash that record must come again.
 */
export interface PartitionLedger {
  /** Remembers the batch as the partition's newest. False when the partition was somebody else's in between. */
  begin(batch: LogBatch): boolean;
  add(partition: number, offset: bigint, isDone: () => boolean): void;
  /** Per partition the last offset of the longest prefix that is done. */
  takeDone(): readonly DonePrefix[];
}

export function createPartitionLedger(): PartitionLedger {
  const partitions = new Map<number, Partition>();
  const at = (partition: number): Partition => {
    const known = partitions.get(partition) ?? { batch: undefined, waiting: [] };
    partitions.set(partition, known);
    return known;
  };
  return {
    begin(batch) {
      const partition = at(batch.partition);
      const isSame = partition.batch === undefined || partition.batch.isCurrent();
      partition.batch = batch;
      const from = batch.records[0]?.offset ?? 0n;
      // What comes again from here on is not to be waited for twice.
      if (!isSame) partition.waiting = partition.waiting.filter(({ offset }) => offset < from);
      return isSame;
    },
    add: (partition, offset, isDone) => void at(partition).waiting.push({ offset, isDone }),
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
  };
}
