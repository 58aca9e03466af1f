import { checkPartition } from '../check-arguments.ts';
import type { LogStore, StoredTopic } from './log-store.ts';

/** Offsets of one partition, kept in memory. */
export interface PartitionBounds {
  /** The oldest kept record. */
  start: number;
  /** After the last record that was given an offset. */
  end: number;
  /** After the last durable record. Readers see no further. */
  durableEnd: number;
}

/** Reads the bounds of a topic's partitions from the store. Returns a lookup that rejects unknown partitions. */
export function openPartitionBounds(store: LogStore, { id, specification }: StoredTopic) {
  const { name, partitions } = specification;
  const bounds = Array.from({ length: partitions }, (_, partition): PartitionBounds => {
    const { start, end } = store.bounds(id, partition);
    return { start, end, durableEnd: end };
  });
  return (partition: number): PartitionBounds => {
    checkPartition({ name, partitions }, partition);
    return bounds[partition] as PartitionBounds;
  };
}
