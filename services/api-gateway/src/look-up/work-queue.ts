import { GatewayError } from '../gateway-error.ts';
import { callerWaitMs, currentCallerSignal, runForCaller } from './caller.ts';
import { createPace } from './pace.ts';
import { createQueryGate, type QueryGate } from './query-gate.ts';

export interface WorkQueueOptions {
  /** Weight of the work that is done at one time; work that weighs more is done alone. */
  readonly weightMax: number;
  /** How much may wait behind it. */
  readonly waitingMax: number;
  /** From the beginning of a request to the end of the work; what would take longer is of no use to its caller. */
  readonly totalMsMax: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/**
 * Does work in order, and refuses what would come too late, instead of beginning it for nobody: at once when the pace
 * of the work before tells, and otherwise when it has waited for too long.
 */
export interface WorkQueue extends Pick<QueryGate, 'run' | 'runningCount' | 'waitingCount' | 'hadWaiting'> {
  /** @throws {GatewayError} `overloaded` when what came now would wait too long */
  checkRoom(): void;
}

export function createWorkQueue({ weightMax, waitingMax, totalMsMax, now }: WorkQueueOptions): WorkQueue {
  const gate = createQueryGate({ queriesMax: weightMax, waitingMax });
  // Work that has the machine for itself tells nothing of how much can be done at once.
  const pace = createPace({ now, isCounted: () => gate.waitingCount > 0 });
  let weightInside = 0;

  /** Until when work may wait and still be done in time. It shares the machine with what is done beside it. */
  const waitMsMaxOf = (weight: number, waitedBeforeMs: number): number =>
    pace.isKnown
      ? Math.max(totalMsMax / 4, totalMsMax - 1.5 * pace.msFor(Math.max(weight, weightMax)))
      : // Half of what is left: a request that waited elsewhere may wait here too, and the work has as long.
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

/** Ends a wait that takes too long, unless it is stopped before; how long that is may be known better meanwhile. */
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
      // First, so that it is what the race ends with.
      reject(overloaded(waitedMs));
      waitEnded.abort();
    };
    // Not at once: what finds room does not wait, however late it comes.
    timer = setTimeout(check, Math.max(1, waitMsMax() - waitedBeforeMs));
  });
  // Nobody looks at it any more when the work has begun.
  exceeded.catch(() => undefined);
  return { exceeded, signal: waitEnded.signal, stop: () => clearTimeout(timer) };
}

function overloaded(waitMs: number): GatewayError {
  return new GatewayError('overloaded', 'too many requests wait for data', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
