import { GetMethodError } from '@tonriver/api-model';
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

/** Keeps runs that take long from taking every thread. */
export interface Lanes {
  /**
   * @param kind what makes runs alike: the code and the method
   * @throws {GetMethodError} `overloaded`
   */
  run<Result extends { readonly gasUsed: bigint }>(kind: string, work: () => Promise<Result>): Promise<Result>;
}

/** How much later a slow run may be tried again, for each that waits: about what one takes. */
const RETRY_MS_PER_WAITING = 100;

/**
 * Two lanes by what a kind of run cost before, told by its gas, which does not depend on the machine. What is not known
 * yet is taken for quick; a run that fails (it may have been ended for taking too long) is taken for slow.
 */
export function createLanes({ slowGas, slowRunningMax, slowWaitingMax, kindsMax }: LanesOptions): Lanes {
  const slowKinds = createBoundedMemory<boolean>({ entriesMax: kindsMax });
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = async (): Promise<void> => {
    if (running < slowRunningMax) {
      running += 1;
      return;
    }
    if (waiting.length >= slowWaitingMax) {
      const fields = { retryAfterMs: RETRY_MS_PER_WAITING * waiting.length };
      throw new GetMethodError('overloaded', 'too many get-methods that take long wait', fields, { isRetryable: true });
    }
    // Whoever leaves hands its place over.
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  const measured = async <Result extends { readonly gasUsed: bigint }>(
    kind: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    let isSlow = true;
    try {
      const result = await work();
      isSlow = result.gasUsed >= slowGas;
      return result;
    } finally {
      slowKinds.set(kind, isSlow);
    }
  };
  return {
    async run(kind, work) {
      if (slowKinds.get(kind) !== true) return await measured(kind, work);
      await enter();
      try {
        return await measured(kind, work);
      } finally {
        leave();
      }
    },
  };
}
