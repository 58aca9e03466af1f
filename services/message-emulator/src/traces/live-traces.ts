import { bytesOf, type LiveTrace } from './live-trace.ts';

export interface LiveTracesBounds {
  readonly tracesMax: number;
  /** Traces that begin at one account. */
  readonly perAccountMax: number;
  /** Memory of all of them together, about. */
  readonly bytesMax: number;
}

/**
 * The traces that are followed, by key and by the account of their message. Most of them have ended, and only wait to
 * leave: what happens often looks at the open ones alone.
 */
export interface LiveTraces {
  get(key: string): LiveTrace | undefined;
  /** Returns false when there is no room for it. */
  add(trace: LiveTrace): boolean;
  remove(trace: LiveTrace): void;
  /** Ends a trace: it is no longer open. */
  end(trace: LiveTrace, atMs: number): void;
  /** Traces of messages to an account, in the order in which they came. */
  ofAccount(account: string): Iterable<LiveTrace>;
  all(): Iterable<LiveTrace>;
  open(): Iterable<LiveTrace>;
  isOpen(trace: LiveTrace): boolean;
  /** Those that have ended, the earliest first. */
  ended(): Iterable<LiveTrace>;
  readonly count: number;
  /** The memory that they take, about, and those that have to leave so that the others have room: the largest ones. */
  room(): { readonly bytes: number; readonly beyond: readonly LiveTrace[] };
}

export function createLiveTraces({ tracesMax, perAccountMax, bytesMax }: LiveTracesBounds): LiveTraces {
  const traces = new Map<string, LiveTrace>();
  const open = new Set<LiveTrace>();
  const ended = new Set<LiveTrace>();
  const byAccount = new Map<string, Set<LiveTrace>>();
  const bytesOfAll = (): number => {
    let bytes = 0;
    for (const trace of traces.values()) bytes += bytesOf(trace);
    return bytes;
  };
  return {
    get: (key) => traces.get(key),
    add(trace) {
      const { key, account } = trace.message;
      const same = byAccount.get(account) ?? new Set();
      if (traces.size >= tracesMax || same.size >= perAccountMax) return false;
      traces.set(key, trace);
      open.add(trace);
      byAccount.set(account, same.add(trace));
      return true;
    },
    remove(trace) {
      const { key, account } = trace.message;
      if (traces.get(key) !== trace) return;
      traces.delete(key);
      open.delete(trace);
      ended.delete(trace);
      const same = byAccount.get(account);
      same?.delete(trace);
      if (same?.size === 0) byAccount.delete(account);
    },
    end(trace, atMs) {
      trace.endedAtMs = atMs;
      if (open.delete(trace)) ended.add(trace);
    },
    ofAccount: (account) => byAccount.get(account) ?? [],
    all: () => traces.values(),
    open: () => open,
    isOpen: (trace) => open.has(trace),
    ended: () => ended,
    room() {
      const bytes = bytesOfAll();
      if (bytes <= bytesMax) return { bytes, beyond: [] };
      const beyond: LiveTrace[] = [];
      let left = bytes;
      for (const trace of [...traces.values()].toSorted((one, other) => bytesOf(other) - bytesOf(one))) {
        if (left <= bytesMax) break;
        left -= bytesOf(trace);
        beyond.push(trace);
      }
      return { bytes, beyond };
    },
    get count() {
      return traces.size;
    },
  };
}
