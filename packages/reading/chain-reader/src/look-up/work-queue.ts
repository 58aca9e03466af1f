import { ReadingError } from '../reading-error.ts';
import { callerWaitMs, currentCallerSignal, runForCaller } from './caller.ts';
import { createPace } from './pace.ts';
import { createQueryGate, type QueryGate } from './query-gate.ts';

export interface WorkQueueOptions {
  /** The most weight at one time. Heavier work is done alone. */
  readonly weightMax: number;
  /** The most work that waits. */
  readonly waitingMax: number;
  /** Time from the start of a request to the end of its work. Later results are useless to the caller. */
  readonly totalMsMax: number;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/**
 * Does work in order, and refuses work whose result would come too late: at once if the pace of earlier work shows it,
 * otherwise when it has waited too long.
 */
export interface WorkQueue extends Pick<QueryGate, 'run' | 'runningCount' | 'waitingCount' | 'hadWaiting'> {
  /** @throws {ReadingError} `overloaded` when new work would have to wait too long */
  checkRoom(): void;
}

export function createWorkQueue({ weightMax, waitingMax, totalMsMax, now }: WorkQueueOptions): WorkQueue {
  const gate = createQueryGate({ queriesMax: weightMax, waitingMax });
  // Work that runs alone does not show how much can be done at once.
  const pace = createPace({ now, isCounted: () => gate.waitingCount > 0 });
  let weightInside = 0;

  /** Returns how long work may wait and still be done in time, while other work runs beside it. */
  const waitMsMaxOf = (weight: number, waitedBeforeMs: number): number =>
    pace.isKnown
      ? Math.max(totalMsMax / 4, totalMsMax - 1.5 * pace.msFor(Math.max(weight, weightMax)))
      : // Half of the remaining time for waiting, half for the work.
        (waitedBeforeMs + totalMsMax) / 2;
  const checkRoom = (): void => {
    const waitMs = pace.msFor(weightInside);
    if (waitMs > 2 * totalMsMax) throw overloaded(waitMs);
  };
  return {
    checkRoom,
    async run(work, weight = 1) {
      checkRoom();
      weightInside += weight;
      const waitLimit = startWaitLimit((waitedBeforeMs) => waitMsMaxOf(weight, waitedBeforeMs));
      const caller = currentCallerSignal();
      const signal = caller === undefined ? waitLimit.signal : AbortSignal.any([caller, waitLimit.signal]);
      const done = runForCaller(signal, () =>
        gate.run(async () => {
          waitLimit.stop();
          return await pace.measure(work, weight);
        }, weight),
      );
      try {
        return await Promise.race([waitLimit.exceeded, done]);
      } finally {
        waitLimit.stop();
        weightInside -= weight;
      }
    },
    get runningCount() {
      return gate.runningCount;
    },
    get waitingCount() {
      return gate.waitingCount;
    },
    hadWaiting: (sinceMs) => gate.hadWaiting(sinceMs),
  };
}

/** Ends a wait that takes too long, unless it is stopped before. The limit may change during the wait. */
function startWaitLimit(waitMsMaxAfter: (waitedBeforeMs: number) => number) {
  let timer: NodeJS.Timeout | undefined;
  const waitEnded = new AbortController();
  const waitedBeforeMs = callerWaitMs();
  const beganMs = performance.now();
  const waitMsMax = () => waitMsMaxAfter(waitedBeforeMs);
  const exceeded = new Promise<never>((_, reject) => {
    const check = (): void => {
      const waitedMs = waitedBeforeMs + performance.now() - beganMs;
      const leftMs = waitMsMax() - waitedMs;
      if (leftMs > 0) {
        timer = setTimeout(check, leftMs);
        return;
      }
      // Must come first, so that the race ends with this error.
      reject(overloaded(waitedMs));
      waitEnded.abort();
    };
    // At least 1 ms, because late work must not be refused if there is room for it.
    timer = setTimeout(check, Math.max(1, waitMsMax() - waitedBeforeMs));
  });
  // Nobody awaits the promise after the work has begun.
  exceeded.catch(() => undefined);
  return { exceeded, signal: waitEnded.signal, stop: () => clearTimeout(timer) };
}

function overloaded(waitMs: number): ReadingError {
  return new ReadingError('overloaded', 'too many requests wait for data', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
