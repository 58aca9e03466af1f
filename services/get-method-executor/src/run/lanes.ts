import { GetMethodError } from '@tonriver/api-model';
import { TvmError, type TvmErrorCode } from '@tonriver/tvm';
import { createPlaces, type Places } from './places.ts';
import { untilAborted } from './shared-runs.ts';
import { createBoundedMemory } from '../state/bounded-memory.ts';

export interface LanesOptions {
  /** A run that used this much gas is slow, and later runs of the same kind count as slow. */
  readonly slowGas: bigint;
  /** Slow runs at once; the other threads are for quick runs. */
  readonly slowRunningMax: number;
  /** Slow runs that may wait; further ones are refused. */
  readonly slowWaitingMax: number;
  /** Runs at once of kinds that have not run before. */
  readonly firstRunningMax: number;
  /** First runs that may wait; further ones are refused. */
  readonly firstWaitingMax: number;
  /** Number of kinds that are remembered. */
  readonly kindsMax: number;
}

/** Runs of the same method of the same code are of one kind. */
interface RunKind {
  readonly code: string;
  readonly methodId: number;
}

/** Keeps slow runs from taking every thread, as far as earlier runs tell which are slow. */
export interface Lanes {
  /**
   * @param work is told whether it has one of the few places for slow and for first runs
   * @param wanted aborts when no caller waits for the run any more: it then leaves the queue
   * @throws {GetMethodError} `overloaded`
   */
  run<Result extends { readonly gasUsed: bigint }>(
    kind: RunKind,
    work: (hasPlace: boolean) => Promise<Result>,
    wanted?: AbortSignal,
  ): Promise<Result>;
}

/** A refused call may be tried again after this time for each waiting run; about what one run takes. */
const RETRY_MS_PER_WAITING = 100;

/** Errors of runs that never started, which therefore tell nothing about their cost. */
const NOT_RUN: ReadonlySet<TvmErrorCode> = new Set(['tvm_overloaded', 'tvm_aborted', 'tvm_closed']);

/**
 * Lanes for kinds of runs that are quick, slow, or not known yet. Slow is decided by the gas of earlier runs, which
 * does not depend on the machine. A kind that has not run counts as slow if another method of the same code was slow:
 * otherwise a contract that loops could use a new method name for every call. A run that fails counts as slow, because
 * it may have been ended for taking too long.
 *
 * The first run of a kind tells what others of it take, so they wait for it, and few kinds have their first run at the
 * same time. Otherwise many messages to a contract that loops would fill the pool before the first of them has ended.
 * A kind whose last run was quick counts as quick, whatever it does next.
 */
export function createLanes(options: LanesOptions): Lanes {
  const { slowGas, slowRunningMax, slowWaitingMax, firstRunningMax, firstWaitingMax, kindsMax } = options;
  const slowKinds = createBoundedMemory<boolean>({ entriesMax: kindsMax });
  const slowCodes = createBoundedMemory<true>({ entriesMax: kindsMax });
  const slowPlaces = createPlaces({ runningMax: slowRunningMax, waitingMax: slowWaitingMax, refuse: tooManyWait });
  const firstPlaces = createPlaces({ runningMax: firstRunningMax, waitingMax: firstWaitingMax, refuse: tooManyWait });
  /** First runs of kinds, by `textOf`. They never reject. */
  const firstRuns = new Map<string, Promise<void>>();

  const remember = (kind: RunKind, isSlow: boolean): void => {
    slowKinds.set(textOf(kind), isSlow);
    if (isSlow) slowCodes.set(kind.code, true);
  };
  /** Undefined while it is not known. */
  const isSlowKind = (kind: RunKind): boolean | undefined => slowKinds.get(textOf(kind)) ?? slowCodes.get(kind.code);
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
  const inPlace = async <Result>(
    places: Places,
    wanted: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    await places.enter(wanted);
    try {
      return await work();
    } finally {
      places.leave();
    }
  };
  /** Undefined when it has become known what its kind takes before it was its turn. */
  const firstRun = async <Result extends { readonly gasUsed: bigint }>(
    kind: RunKind,
    work: () => Promise<Result>,
    wanted: AbortSignal | undefined,
  ): Promise<{ readonly result: Result } | undefined> => {
    const text = textOf(kind);
    const running = inPlace(firstPlaces, wanted, async () =>
      isSlowKind(kind) === undefined ? { result: await measured(kind, work) } : undefined,
    );
    const forget = (): void => void firstRuns.delete(text);
    firstRuns.set(text, running.then(forget, forget));
    return await running;
  };
  return {
    async run(kind, work, wanted) {
      for (;;) {
        const isSlow = isSlowKind(kind);
        if (isSlow === false) return await measured(kind, () => work(false));
        if (isSlow === true) return await inPlace(slowPlaces, wanted, () => measured(kind, () => work(true)));
        const otherFirst = firstRuns.get(textOf(kind));
        // Then its kind is known, or the next one tells it.
        if (otherFirst !== undefined) await untilAborted(otherFirst, wanted);
        else {
          const first = await firstRun(kind, () => work(true), wanted);
          if (first !== undefined) return first.result;
        }
      }
    },
  };
}

function textOf({ code, methodId }: RunKind): string {
  return `${code}:${methodId}`;
}

function tooManyWait(waitingCount: number): GetMethodError {
  const fields = { retryAfterMs: RETRY_MS_PER_WAITING * waitingCount };
  return new GetMethodError('overloaded', 'too many get-methods that take long wait', fields, { isRetryable: true });
}
