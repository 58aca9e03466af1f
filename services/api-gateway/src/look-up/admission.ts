import { GatewayError } from '../gateway-error.ts';
import { askedForMs, askFor, currentAsker } from './asking.ts';
import { createPace } from './pace.ts';
import { createQueryGate, type QueryGate } from './query-gate.ts';

export interface AdmissionOptions {
  /** Weight of the work that is done at one time; work that weighs more is done alone. */
  readonly weightMax: number;
  /** How much may wait behind it. */
  readonly waitingMax: number;
  /** From the beginning of a request to the end of the work; what would take longer is of no use to who asks. */
  readonly totalMsMax: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/**
 * Lets work in, in order, and refuses what would come too late, instead of beginning what nobody will wait for: at once
 * when the pace of the work before tells, and otherwise when it has waited for too long.
 */
export interface Admission extends Pick<QueryGate, 'run' | 'runningCount' | 'waitingCount'> {
  /** @throws {GatewayError} `overloaded` when what came now would wait too long */
  checkRoom(): void;
}

export function createAdmission({ weightMax, waitingMax, totalMsMax, now }: AdmissionOptions): Admission {
  const gate = createQueryGate({ queriesMax: weightMax, waitingMax });
  // Work that has the machine for itself tells nothing of how much can be done at once.
  const pace = createPace({ now, isCounted: () => gate.waitingCount > 0 });
  let weightInside = 0;

  /** Until when work may wait and still be done in time. It shares the machine with what is done beside it. */
  const waitMsMaxOf = (weight: number, waitedBeforeMs: number): number =>
    pace.isKnown
      ? Math.max(totalMsMax / 4, totalMsMax - 1.5 * pace.msFor(Math.max(weight, weightMax)))
      : // Half of what is left: who waited elsewhere may wait here too, and the work has as long as the wait.
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
      const patience = createPatience((waitedBeforeMs) => waitMsMaxOf(weight, waitedBeforeMs));
      const asker = currentAsker();
      const waiter = asker === undefined ? patience.signal : AbortSignal.any([asker, patience.signal]);
      const admitted = askFor(waiter, () =>
        gate.run(async () => {
          patience.stop();
          return await pace.measure(work, weight);
        }, weight),
      );
      try {
        return await Promise.race([patience.lost, admitted]);
      } finally {
        patience.stop();
        weightInside -= weight;
      }
    },
    get runningCount() {
      return gate.runningCount;
    },
    get waitingCount() {
      return gate.waitingCount;
    },
  };
}

/** A wait that is given up when it takes too long; how long that is may be known better meanwhile. */
function createPatience(waitMsMaxAfter: (waitedBeforeMs: number) => number) {
  let timer: NodeJS.Timeout | undefined;
  const givenUp = new AbortController();
  const waitedBeforeMs = askedForMs();
  const beganMs = performance.now();
  const waitMsMax = () => waitMsMaxAfter(waitedBeforeMs);
  const lost = new Promise<never>((_, reject) => {
    const check = (): void => {
      const waitedMs = waitedBeforeMs + performance.now() - beganMs;
      const leftMs = waitMsMax() - waitedMs;
      if (leftMs > 0) {
        timer = setTimeout(check, leftMs);
        return;
      }
      // First, so that it is what the race ends with.
      reject(overloaded(waitedMs));
      givenUp.abort();
    };
    // Not at once: what finds room does not wait, however late it comes.
    timer = setTimeout(check, Math.max(1, waitMsMax() - waitedBeforeMs));
  });
  // Nobody looks at it any more when the work was let in.
  lost.catch(() => undefined);
  return { lost, signal: givenUp.signal, stop: () => clearTimeout(timer) };
}

function overloaded(waitMs: number): GatewayError {
  return new GatewayError('overloaded', 'too many requests wait for data', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
