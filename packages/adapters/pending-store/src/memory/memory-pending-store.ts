import type { PendingStore } from '../pending-store.ts';
import type { PendingTrace } from '../pending-trace.ts';
import { notConfirmed, TRACES_PER_READ_MAX, tooManyTraces } from '../read-bounds.ts';
import { createMemoryTraces } from './memory-traces.ts';

export interface MemoryPendingStoreOptions {
  /** Partitions of `external-messages`. */
  readonly partitions: number;
  /** A clock in milliseconds that is never set back. */
  readonly nowMs?: () => number;
}

/** A store in this process, used by `npm start`. How much it holds is the writer's bound. */
export function createMemoryPendingStore(options: MemoryPendingStoreOptions): PendingStore {
  const { partitions, nowMs = () => performance.now() } = options;
  const traces = createMemoryTraces(nowMs);
  const confirmedUntilMs = new Map<number, number>();
  const requireConfirmed = (): void => {
    for (let partition = 0; partition < partitions; partition += 1) {
      if ((confirmedUntilMs.get(partition) ?? 0) <= nowMs()) throw notConfirmed();
    }
  };
  const findAll = (keys: readonly string[]): readonly PendingTrace[] => {
    const found = keys.flatMap((key) => traces.find(key) ?? []);
    if (found.length > TRACES_PER_READ_MAX) throw tooManyTraces();
    return found;
  };
  return {
    async byHashes(hashes) {
      requireConfirmed();
      return findAll([...new Set(hashes.flatMap((hash) => traces.keyOf(hash) ?? []))]);
    },
    async ofAccount(address) {
      requireConfirmed();
      return findAll(traces.keysOf(address));
    },
    async shownOf(keys) {
      requireConfirmed();
      return keys.filter((key) => traces.find(key) !== undefined);
    },
    async put(kept) {
      traces.removeExpired();
      for (const one of kept) traces.keep(one);
    },
    async remove(keys) {
      for (const key of keys) traces.drop(key);
    },
    async missing(keys) {
      return keys.filter((key) => traces.find(key) === undefined);
    },
    async confirm(partition, ttlMs) {
      confirmedUntilMs.set(partition, nowMs() + ttlMs);
    },
    ping: () => Promise.resolve(),
    async close() {
      traces.clear();
      confirmedUntilMs.clear();
    },
  };
}
