import type { KeptTrace } from '../pending-store.ts';
import type { PendingTrace } from '../pending-trace.ts';

/** Traces by key, by the hash of the message as it was sent, and by account, until they expire. */
export interface MemoryTraces {
  keep(kept: KeptTrace): void;
  drop(key: string): void;
  find(key: string): PendingTrace | undefined;
  /** The key of a trace by either hash of its message. */
  keyOf(hash: string): string | undefined;
  keysOf(account: string): readonly string[];
  removeExpired(): void;
  clear(): void;
}

export function createMemoryTraces(nowMs: () => number): MemoryTraces {
  const traces = new Map<string, { readonly trace: PendingTrace; readonly expiresAtMs: number }>();
  const byExternalHash = new Map<string, string>();
  const byAccount = new Map<string, Set<string>>();
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
  return {
    drop,
    keep({ trace, ttlMs }) {
      drop(trace.key);
      traces.set(trace.key, { trace, expiresAtMs: nowMs() + ttlMs });
      byExternalHash.set(trace.externalHash, trace.key);
      for (const account of trace.accounts) {
        const keys = byAccount.get(account) ?? new Set();
        byAccount.set(account, keys.add(trace.key));
      }
    },
    find(key) {
      const kept = traces.get(key);
      if (kept === undefined || kept.expiresAtMs > nowMs()) return kept?.trace;
      drop(key);
      return undefined;
    },
    keyOf: (hash) => (traces.has(hash) ? hash : byExternalHash.get(hash)),
    keysOf: (account) => [...(byAccount.get(account) ?? [])],
    removeExpired() {
      for (const [key, { expiresAtMs }] of traces) if (expiresAtMs <= nowMs()) drop(key);
    },
    clear() {
      for (const index of [traces, byExternalHash, byAccount]) index.clear();
    },
  };
}
