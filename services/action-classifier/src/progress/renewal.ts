import type { Clock } from '@tonriver/stream';
import type { UnclassifiedTrace } from '../classify-traces.ts';
import type { OutdatedTraces, TraceKey } from './outdated-traces.ts';

/** How often traces are looked for that are to be classified again: less often while nothing comes of it. */
const INTERVAL_MS = { least: 10_000, most: 300_000 } as const;

export interface RenewalDependencies {
  readonly clock: Clock;
  /** Reads some outdated traces behind another one. */
  readonly read: (after: TraceKey | undefined) => Promise<OutdatedTraces>;
  /** Returns how many of them are as they should be now. */
  readonly classifyAgain: (traces: readonly UnclassifiedTrace[]) => Promise<number>;
}

/**
 * Returns what classifies outdated traces again, some with each call; false when there is nothing to do now. It goes
 * through all of them before it begins anew, so that those whose rows are still missing do not keep others from it.
 */
export function createRenewal({ clock, read, classifyAgain }: RenewalDependencies): () => Promise<boolean> {
  let after: TraceKey | undefined;
  let beginsAtMs = Number.NEGATIVE_INFINITY;
  let intervalMs: number = INTERVAL_MS.least;
  let found = { traces: 0, renewed: 0 };
  return async () => {
    if (clock.nowMs() < beginsAtMs) return false;
    const { traces, last } = await read(after);
    after = last;
    if (last === undefined) {
      const isInVain = found.traces > 0 && found.renewed === 0;
      intervalMs = isInVain ? Math.min(2 * intervalMs, INTERVAL_MS.most) : INTERVAL_MS.least;
      beginsAtMs = clock.nowMs() + intervalMs;
      found = { traces: 0, renewed: 0 };
      return false;
    }
    const renewed = await classifyAgain(traces);
    found = { traces: found.traces + traces.length, renewed: found.renewed + renewed };
    return true;
  };
}
