import { GetMethodError } from '@tonriver/api-model';
import { TvmError, type TvmErrorCode } from '@tonriver/tvm';
import { callerGone } from './shared-runs.ts';
import { createBoundedMemory } from '../state/bounded-memory.ts';

export interface LanesOptions {
  /** A run that used so much gas is slow, and so are later ones of the same kind. */
  readonly slowGas: bigint;
  /** Slow runs at once; the other threads are for the rest. */
  readonly slowRunningMax: number;
  /** Slow runs that may wait; one more is refused. */
  readonly slowWaitingMax: number;
  /** Kinds remembered. */
  readonly kindsMax: number;
}

/** What makes runs alike. */
export interface RunKind {
  readonly code: string;
  readonly methodId: number;
}

/** Keeps runs that take long from taking every thread. */
export interface Lanes {
  /**
   * @param wanted aborts when nobody waits for the run any more: it leaves the line
   * @throws {GetMethodError} `overloaded`
   */
  run<Result extends { readonly gasUsed: bigint }>(
    kind: RunKind,
    work: () => Promise<Result>,
    wanted?: AbortSignal,
  ): Promise<Result>;
}

/** How much later a slow run may be tried again, for each that waits: about what one takes. */
const RETRY_MS_PER_WAITING = 100;

/** They say nothing of what a run would have cost. */
const NOT_RUN: ReadonlySet<TvmErrorCode> = new Set(['tvm_overloaded', 'tvm_aborted', 'tvm_closed']);

/**
 * Two lanes by what a kind of run cost before, told by its gas, which does not depend on the machine. What is not known
 * yet is taken for quick, unless another method of the same code was slow: else a contract that loops for ever had as
 * many free runs as there are names. A run that fails (it may have been ended for taking too long) is taken for slow.
 */
export function createLanes({ slowGas, slowRunningMax, slowWaitingMax, kindsMax }: LanesOptions): Lanes {
  const slowKinds = createBoundedMemory<boolean>({ entriesMax: kindsMax });
  const slowCodes = createBoundedMemory<true>({ entriesMax: kindsMax });
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = async (wanted: AbortSignal | undefined): Promise<void> => {
    if (running < slowRunningMax) {
      running += 1;
      return;
    }
    if (waiting.length >= slowWaitingMax) {
      const fields = { retryAfterMs: RETRY_MS_PER_WAITING * waiting.length };
      throw new GetMethodError('overloaded', 'too many get-methods that take long wait', fields, { isRetryable: true });
    }
    // Whoever leaves hands its place over.
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
      remember(kind, result.gasUsed >= slowGas);
      return result;
    } catch (error) {
      if (!(error instanceof TvmError && NOT_RUN.has(error.code))) remember(kind, true);
      throw error;
    }
  };
  return {
    async run(kind, work, wanted) {
      if (!isSlowKind(kind)) return await measured(kind, work);
      await enter(wanted);
      try {
        return await measured(kind, work);
      } finally {
        leave();
      }
    },
  };
}
