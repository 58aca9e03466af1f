import { GetMethodError } from '@tonriver/api-model';
import type { Metrics } from '@tonriver/telemetry';
import type { TvmPool } from '@tonriver/tvm';
import { untilAborted } from './shared-runs.ts';
import { getMethodErrorOf, type Work } from './tvm-failures.ts';

export interface WorkInTurnOptions {
  readonly pool: Pick<TvmPool, 'collect'>;
  readonly metrics: Metrics;
  /** Work of all kinds that is in progress at once. */
  readonly callsMax: number;
  /** How much work goes on although its callers have left, and is not counted here. */
  readonly leftCount: () => number;
  /** A clock in milliseconds that is never set back. */
  readonly now: () => number;
}

interface WorkToDo<Result> {
  /** @param leave takes work that goes on although the result does not wait for it */
  readonly begin: (leave: (rest: Promise<unknown>) => void) => Promise<Result>;
  /** For the metrics. */
  readonly outcomeOf: (result: Result) => string;
}

/**
 * Begins work if not too much is in progress, and waits for it as long as the caller does. Its times are measured.
 *
 * @throws {GetMethodError} `overloaded`, or what the work failed with
 */
export type WorkInTurn = <Result>(
  kind: Work,
  caller: AbortSignal | undefined,
  work: WorkToDo<Result>,
) => Promise<Result>;

const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createWorkInTurn({ pool, metrics, callsMax, leftCount, now }: WorkInTurnOptions): WorkInTurn {
  const [name, about] = ['tonriver_get_method_seconds', 'Time of a call'];
  const durations = {
    'get-method': metrics.histogram(name, about, SECONDS_BUCKETS, ['outcome']),
    emulation: metrics.histogram('tonriver_emulation_seconds', 'Time of an emulation', SECONDS_BUCKETS, ['outcome']),
  };
  let inHand = 0;
  return async function workInTurn(kind, caller, { begin, outcomeOf }) {
    if (inHand + leftCount() >= callsMax) {
      // First takes results that have already arrived, because they make room for further calls.
      pool.collect();
      const fields = { retryAfterMs: 1000 };
      throw new GetMethodError('overloaded', `too many ${kind}s wait`, fields, { isRetryable: true });
    }
    const startedMs = now();
    const observe = (outcome: string): void => durations[kind].observe({ outcome }, (now() - startedMs) / 1000);
    inHand += 1;
    const left: Promise<unknown>[] = [];
    const work = begin((rest) => void left.push(rest));
    // The place of a caller who left is free only when its work has ended, and what it left. Otherwise such work could
    // pile up.
    const release = async (): Promise<void> => {
      await Promise.allSettled(left);
      inHand -= 1;
    };
    work.then(release, release);
    try {
      const result = await untilAborted(work, caller);
      observe(outcomeOf(result));
      return result;
    } catch (thrown) {
      const error = getMethodErrorOf(thrown, kind);
      observe(error?.code ?? 'failed');
      throw error ?? thrown;
    }
  };
}
