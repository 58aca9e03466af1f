import type { Clock, EarlyEnd } from '@tonriver/stream';
import type { AssembledRounds } from './extend-range.ts';

/** Transactions of one pass. Each pass that leaves work doubles the next, from `first` up to `most`. */
export interface TransactionsPerPass {
  readonly first: number;
  readonly most: number;
}

/** The first pass is short, so that a process that is killed soon afterwards has kept something. */
const TRANSACTIONS_PER_PASS: TransactionsPerPass = { first: 1000, most: 20_000 };
/** The pause after a pass, while no blocks are announced. */
export const PASS_INTERVAL_MS = 500;
/** The pause when rows do not match and nothing else is to do: a replica may be behind. */
const MISMATCH_RETRY_MS = 2000;

/** A parser announces the blocks that it has written together, and then none for a while. */
const EARLY: EarlyEnd = { afterMs: 100, quietMs: 10 };

/** Announcements end the pause after a pass early, unless rows did not match: a replica needs its time. */
export function earlyEndOf({ mismatched }: AssembledRounds): EarlyEnd | undefined {
  return mismatched.length > 0 ? undefined : EARLY;
}

/** Decides how much a pass does, and how long the pause after it is. */
export interface PassPace {
  readonly transactionsMax: number;
  /** Begins again with a short pass. */
  reset(): void;
  /** Counts time that was spent on a save as part of the next pause, so that saves do not make passes rarer. */
  noteSave(durationMs: number): void;
  /** @returns the pause after a pass: if there is more to do, the rest of the interval since the pass began */
  end(startMs: number, result: AssembledRounds): number;
}

export function createPassPace(clock: Clock, bounds: TransactionsPerPass = TRANSACTIONS_PER_PASS): PassPace {
  let transactionsMax = bounds.first;
  let savedMs = 0;
  return {
    get transactionsMax() {
      return transactionsMax;
    },
    reset: () => void (transactionsMax = bounds.first),
    noteSave: (durationMs) => void (savedMs = durationMs),
    end(startMs, { hasMore, mismatched }) {
      if (hasMore) transactionsMax = Math.min(transactionsMax * 2, bounds.most);
      const spentMs = hasMore ? clock.nowMs() - startMs + savedMs : 0;
      savedMs = 0;
      return Math.max(0, (mismatched.length > 0 && !hasMore ? MISMATCH_RETRY_MS : PASS_INTERVAL_MS) - spentMs);
    },
  };
}
