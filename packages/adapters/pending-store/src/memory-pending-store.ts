import type { KeptTrace, PendingStore } from './pending-store.ts';
import { PendingStoreError } from './pending-store-error.ts';
import type { PendingTrace } from './pending-trace.ts';

export interface MemoryPendingStoreOptions {
  /** Partitions of `external-messages`. */
  readonly partitions: number;
  /** A clock in milliseconds that is never set back. */
  readonly nowMs?: () => number;
}

/** A store in this process, used by `npm start`. How much it holds is the writer's bound. */
export function createMemoryPendingStore(options: MemoryPendingStoreOptions): PendingStore {
  const { partitions, nowMs = () => performance.now() } = options;
  const traces = new Map<string, { readonly trace: PendingTrace; readonly expiresAtMs: number }>();
  /** Keys of traces by the hash of a message as it was sent, and by account. */
  const byExternalHash = new Map<string, string>();
  const byAccount = new Map<string, Set<string>>();
  const confirmedUntilMs = new Map<number, number>();

  const drop = (key: string): void => {
    const kept = traces.get(key);
    if (kept === undefined) return;
    traces.delete(key);
    if (byExternalHash.get(kept.trace.externalHash) === key) byExternalHash.delete(kept.trace.externalHash);
    for (const account of kept.trace.accounts) {
      const keys = byAccount.get(account);
      keys?.delete(key);
      if (keys?.size === 0) byAccount.delete(account);
    }
  };
  const find = (key: string | undefined): PendingTrace | undefined => {
    const kept = key === undefined ? undefined : traces.get(key);
    if (kept === undefined || key === undefined) return undefined;
    if (kept.expiresAtMs > nowMs()) return kept.trace;
    drop(key);
    return undefined;
  };
  const removeExpired = (): void => {
    for (const [key, { expiresAtMs }] of traces) if (expiresAtMs <= nowMs()) drop(key);
  };
  const keep = ({ trace, ttlMs }: KeptTrace): void => {
    drop(trace.key);
    traces.set(trace.key, { trace, expiresAtMs: nowMs() + ttlMs });
    byExternalHash.set(trace.externalHash, trace.key);
    for (const account of trace.accounts) {
      const keys = byAccount.get(account) ?? new Set();
      byAccount.set(account, keys.add(trace.key));
    }
  };
  const requireConfirmed = (): void => {
    for (let partition = 0; partition < partitions; partition += 1) {
      if ((confirmedUntilMs.get(partition) ?? 0) > nowMs()) continue;
      throw new PendingStoreError('not_ready', 'pending traces are not known now: nobody says that all are there');
    }
  };

  return {
    async byHashes(hashes) {
      requireConfirmed();
      const keys = hashes.map((hash) => (traces.has(hash) ? hash : byExternalHash.get(hash)));
      return [...new Set(keys)].flatMap((key) => find(key) ?? []);
    },
    async ofAccount(address) {
      requireConfirmed();
      return [...(byAccount.get(address) ?? [])].flatMap((key) => find(key) ?? []);
    },
    async put(kept) {
      removeExpired();
      for (const one of kept) keep(one);
    },
    async remove(keys) {
      for (const key of keys) drop(key);
    },
    async missing(keys) {
      return keys.filter((key) => find(key) === undefined);
    },
    async confirm(partition, ttlMs) {
      confirmedUntilMs.set(partition, nowMs() + ttlMs);
    },
    ping: () => Promise.resolve(),
    async close() {
      for (const key of [...traces.keys()]) drop(key);
      confirmedUntilMs.clear();
    },
  };
}
