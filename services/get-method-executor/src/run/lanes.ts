import { GetMethodError } from '@tonriver/api-model';
import { TvmError, type TvmErrorCode } from '@tonriver/tvm';
import { callerGone } from './shared-runs.ts';
import { createBoundedMemory } from '../state/bounded-memory.ts';

export interface LanesOptions {
  /** A run that used this much gas is slow, and later runs of the same kind count as slow. */
  readonly slowGas: bigint;
  /** Slow runs at once; the other threads are for quick runs. */
  readonly slowRunningMax: number;
  /** Slow runs that may wait; further ones are refused. */
  readonly slowWaitingMax: number;
  /** Number of kinds that are remembered. */
  readonly kindsMax: number;
}

/** Runs of the same method of the same code are of one kind. */
interface RunKind {
  readonly code: string;
  readonly methodId: number;
}

/** Keeps slow runs from taking every thread. */
export interface Lanes {
  /**
   * @param work is told whether it has one of the few places for slow runs
   * @param wanted aborts when no caller waits for the run any more: it then leaves the queue
   * @throws {GetMethodError} `overloaded`
   */
  run<Result extends { readonly gasUsed: bigint }>(
    kind: RunKind,
    work: (isSlow: boolean) => Promise<Result>,
    wanted?: AbortSignal,
  ): Promise<Result>;
}

/** A refused call may be tried again after this time for each waiting run; about what one run takes. */
const RETRY_MS_PER_WAITING = 100;

/** Errors of runs that never started, which therefore tell nothing about their cost. */
const NOT_RUN: ReadonlySet<TvmErrorCode> = new Set(['tvm_overloaded', 'tvm_aborted', 'tvm_closed']);

/**
 * Two lanes, for quick and for slow kinds of runs. Slow is decided by the gas of earlier runs, which does not depend on
 * the machine. A kind that has not run yet counts as quick, unless another method of the same code was slow: otherwise
 * a contract that loops could use a new method name for every call. A run that fails counts as slow, because it may
 * have been ended for taking too long.
 */
export function createLanes({ slowGas, slowRunningMax, slowWaitingMax, kindsMax }: LanesOptions): Lanes {
  const slowKinds = createBoundedMemory<boolean>({ entriesMax: kindsMax });
  const slowCodes = createBoundedMemory<true>({ entriesMax: kindsMax });
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = async (wanted: AbortSignal | undefined): Promise<void> => {
    // Its signal would never tell again that it has left.
    if (wanted?.aborted === true) throw callerGone();
    if (running < slowRunningMax) {
      running += 1;
      return;
    }
    if (waiting.length >= slowWaitingMax) {
      const fields = { retryAfterMs: RETRY_MS_PER_WAITING * waiting.length };
      throw new GetMethodError('overloaded', 'too many get-methods that take long wait', fields, { isRetryable: true });
    }
    // `leave` gives the place directly to the next run in the queue.
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        wanted?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(callerGone());
      };
      waiting.push(begin);
      wanted?.addEventListener('abort', giveUp, { once: true });
    });
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  const remember = ({ code, methodId }: RunKind, isSlow: boolean): void => {
    slowKinds.set(`${code}:${methodId}`, isSlow);
    if (isSlow) slowCodes.set(code, true);
  };
  const isSlowKind = ({ code, methodId }: RunKind): boolean =>
    slowKinds.get(`${code}:${methodId}`) ?? slowCodes.get(code) === true;
  const measured = async <Result extends { readonly gasUsed: bigint }>(
    kind: RunKind,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    try {
      const result = await work();
      // One that used none ran no code, and says nothing of others.
      if (result.gasUsed > 0n) remember(kind, result.gasUsed >= slowGas);
      return result;
    } catch (error) {
      if (!(error instanceof TvmError && NOT_RUN.has(error.code))) remember(kind, true);
      throw error;
    }
  };
  return {
    async run(kind, work, wanted) {
      if (!isSlowKind(kind)) return await measured(kind, () => work(false));
      await enter(wanted);
      try {
        return await measured(kind, () => work(true));
      } finally {
        leave();
      }
    },
  };
}
