import { LRUCache } from 'lru-cache';

interface RefusedMessages {
  /** Whether another message to the account may be tried now. */
  mayTry(account: string): boolean;
  /** Notes that a message to the account was refused. */
  add(account: string): void;
}

interface RefusedMessagesOptions {
  /** Refused messages to one account that are tried without a wait. */
  readonly atOnceMax?: number;
  /** And how many more of them in each second. */
  readonly perSecondMax?: number;
  /** A monotonic clock, in milliseconds. */
  readonly elapsedMs?: () => number;
}

/** Accounts that are remembered: those with the newest refusals. */
const ACCOUNTS_MAX = 10_000;

/**
 * Bounds how often messages to one account are tried in vain. Each try takes as long as a transaction, and costs its
 * sender nothing. Messages that are accepted have the bound of the queue.
 */
export function createRefusedMessages(options: RefusedMessagesOptions = {}): RefusedMessages {
  const { atOnceMax = 64, perSecondMax = 8, elapsedMs = () => performance.now() } = options;
  const counts = new LRUCache<string, { readonly count: number; readonly atMs: number }>({ max: ACCOUNTS_MAX });
  const countOf = (account: string): number => {
    const known = counts.get(account);
    if (known === undefined) return 0;
    return Math.max(0, known.count - ((elapsedMs() - known.atMs) / 1_000) * perSecondMax);
  };
  return {
    mayTry: (account) => countOf(account) <= atOnceMax - 1,
    add(account) {
      counts.set(account, { count: countOf(account) + 1, atMs: elapsedMs() });
    },
  };
}
