import { bytesOf, type LiveTrace } from './live-trace.ts';

export interface LiveTracesBounds {
  readonly tracesMax: number;
  /** Traces that begin at one account. */
  readonly perAccountMax: number;
  /** Memory of all of them together, about. */
  readonly bytesMax: number;
}

/** The traces that are followed, by key and by the account of their message. */
export interface LiveTraces {
  get(key: string): LiveTrace | undefined;
  /** Returns false when there is no room for it. */
  add(trace: LiveTrace): boolean;
  remove(trace: LiveTrace): void;
  /** Traces of messages to an account, in the order in which they came. */
  ofAccount(account: string): Iterable<LiveTrace>;
  all(): Iterable<LiveTrace>;
  readonly count: number;
  /** The memory that they take, about. */
  readonly bytes: number;
  /** Those that have to leave so that the others have room: the largest ones. */
  beyondRoom(): readonly LiveTrace[];
}

export function createLiveTraces({ tracesMax, perAccountMax, bytesMax }: LiveTracesBounds): LiveTraces {
  const traces = new Map<string, LiveTrace>();
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
      byAccount.set(account, same.add(trace));
      return true;
    },
    remove(trace) {
      const { key, account } = trace.message;
      if (traces.get(key) !== trace) return;
      traces.delete(key);
      const same = byAccount.get(account);
      same?.delete(trace);
      if (same?.size === 0) byAccount.delete(account);
    },
    ofAccount: (account) => byAccount.get(account) ?? [],
    all: () => traces.values(),
    beyondRoom() {
      let bytes = bytesOfAll();
      if (bytes <= bytesMax) return [];
      const leaving: LiveTrace[] = [];
      for (const trace of [...traces.values()].toSorted((left, right) => bytesOf(right) - bytesOf(left))) {
        if (bytes <= bytesMax) break;
        bytes -= bytesOf(trace);
        leaving.push(trace);
      }
      return leaving;
    },
    get count() {
      return traces.size;
    },
    get bytes() {
      return bytesOfAll();
    },
  };
}
