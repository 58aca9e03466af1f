import type { TopicSpecification } from '@tonriver/stream';
import type { ConsumerGroup } from './consumer-group.ts';
import type { LogStore } from './log-store.ts';
import type { PartitionBounds } from './partition-bounds.ts';
import { timestampOf } from './record-codec.ts';

/** Removes records that every group has committed, or that are too old. */
export interface RecordRemoval {
  /** Removes what can be removed of a partition, in the background. */
  schedule(partition: number): void;
  /** Resolves when no removal is under way. */
  settled(): Promise<void>;
}

export interface RecordRemovalDependencies {
  readonly store: LogStore;
  readonly topicId: number;
  readonly specification: () => TopicSpecification;
  readonly boundsOf: (partition: number) => PartitionBounds;
  readonly groups: ReadonlyMap<string, ConsumerGroup>;
  readonly nowMs: () => number;
  /** Called after a removal that failed. The log still works, but its file does not shrink. */
  readonly onFailed: (error: unknown) => void;
}

interface Running {
  readonly done: Promise<void>;
  /** True when more became removable meanwhile. */
  isDueAgain: boolean;
}

/** Limits of one removal: other writes get their turn between two. */
const RECORDS_MAX = 500;
const BYTES_MAX = 1024 * 1024;

export function createRecordRemoval(dependencies: RecordRemovalDependencies): RecordRemoval {
  const { boundsOf, store, topicId, onFailed } = dependencies;
  const running = new Map<number, Running>();

  const removeOld = async (partition: number): Promise<void> => {
    const bounds = boundsOf(partition);
    const endOf = () => removableEnd(dependencies, partition);
    for (let end = endOf(); bounds.start < end; end = endOf()) {
      const offsets = removableOffsets(dependencies, partition, { start: bounds.start, end });
      const last = offsets.at(-1);
      if (last === undefined) return;
      await store.remove(topicId, partition, offsets);
      bounds.start = last + 1;
    }
  };
  const runUntilDone = async (partition: number): Promise<void> => {
    do {
      const current = running.get(partition);
      if (current !== undefined) current.isDueAgain = false;
      await removeOld(partition).catch(onFailed);
    } while (running.get(partition)?.isDueAgain === true);
    running.delete(partition);
  };
  return {
    schedule(partition) {
      const current = running.get(partition);
      if (current === undefined) running.set(partition, { done: runUntilDone(partition), isDueAgain: false });
      else current.isDueAgain = true;
    },
    async settled() {
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** Returns the offset before which records may go. The newest record always stays: it tells which offset comes next. */
function removableEnd({ specification, boundsOf, groups }: RecordRemovalDependencies, partition: number): number {
  const { durableEnd } = boundsOf(partition);
  const { retentionMs } = specification();
  if (retentionMs === -1) return 0;
  if (groups.size > 0) {
    const committed = [...groups.values()].map((group) => group.durableOffset(partition) ?? 0);
    return Math.min(...committed, durableEnd - 1);
  }
  return retentionMs === undefined ? 0 : durableEnd - 1;
}

/** Returns the offsets of the next removal: committed ones, or without a group those of old records. */
function removableOffsets(
  { store, topicId, specification, groups, nowMs }: RecordRemovalDependencies,
  partition: number,
  { start, end }: { readonly start: number; readonly end: number },
): readonly number[] {
  if (groups.size > 0) {
    return Array.from({ length: Math.min(end - start, RECORDS_MAX) }, (_, index) => start + index);
  }
  const oldestKeptMs = nowMs() - (specification().retentionMs ?? Number.POSITIVE_INFINITY);
  return store
    .read({ topicId, partition, offset: start, endOffset: end, recordsMax: RECORDS_MAX, bytesMax: BYTES_MAX })
    .filter(({ bytes }) => timestampOf(bytes) < oldestKeptMs)
    .map(({ offset }) => offset);
}
