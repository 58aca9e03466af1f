import { TonriverError } from '@tonriver/errors';
import type { Logger } from '@tonriver/logger';
import type { StartStep } from './start-progress.ts';

class ShutdownTimeoutError extends TonriverError<'shutdown_timeout'> {}

export interface ScopeOptions {
  readonly logger: Logger;
  /** How long the whole stop may take. */
  readonly shutdownGraceMs: number;
  /** Called with each step of the start: the name of each part, and what `step` is called with. */
  readonly onStep?: (step: StartStep | undefined) => void;
}

/** The parts of a running service: started in order, stopped in reverse, one abort signal for all loops. */
export interface Scope {
  /** Aborts when the scope closes or a background loop fails. */
  readonly signal: AbortSignal;
  /** From now on `report` is called with each step of the start, so that `/ready` can show it. */
  reportStart(report: (problem: string) => void): void;
  /** Starts a part. If that fails, `close` stops the parts that were started before. */
  start<Part>(
    name: string,
    begin: () => Promise<Part> | Part,
    end?: (part: Part) => Promise<void> | void,
  ): Promise<Part>;
  /**
   * Reports a step of the start that is not a part: migrations, or counted work. `undefined` reports that the start is
   * over although `build` still runs; from then on the terminal is free for other output.
   */
  step(step: StartStep | undefined): void;
  /** Runs a loop until the signal aborts. If it fails, the scope is aborted and `untilDone` rejects with its error. */
  background(name: string, run: (signal: AbortSignal) => Promise<void>): void;
  /** Aborts the loops; `close` then waits for them. */
  abort(): void;
  /** Resolves when the scope is aborted; rejects with the first failure of a background loop. */
  untilDone(): Promise<void>;
  /**
   * Stops loops, then parts in reverse order.
   *
   * @param graceMs the time that is left for it; the whole grace period when absent
   * @throws ShutdownTimeoutError when it takes longer
   */
  close(graceMs?: number): Promise<void>;
}

export function openScope({ logger, shutdownGraceMs, onStep = () => undefined }: ScopeOptions): Scope {
  const controller = new AbortController();
  const parts: { readonly name: string; readonly stop: () => Promise<void> | void }[] = [];
  const loops: Promise<void>[] = [];
  let failure: { readonly error: unknown } | undefined;
  let reportStart: ((problem: string) => void) | undefined;

  const step = (current: StartStep | undefined): void => {
    onStep(current);
    if (current !== undefined) reportStart?.(`starting: ${current.name}`);
  };

  let isStopped = false;
  const stopParts = async (): Promise<void> => {
    for (const { name, stop } of parts.reverse()) {
      try {
        await stop();
      } catch (error) {
        logger.error('A part did not stop cleanly', { part: name, error });
      }
    }
    parts.length = 0;
  };
  const stopEverything = async (): Promise<void> => {
    await Promise.all(loops);
    await stopParts();
    isStopped = true;
  };

  return {
    signal: controller.signal,
    reportStart(report) {
      reportStart = report;
    },
    step,
    async start(name, begin, end) {
      step({ name });
      const part = await begin();
      if (end !== undefined) parts.push({ name, stop: () => end(part) });
      // It was still starting while the others were stopped, so it is stopped here.
      if (isStopped) await stopParts();
      return part;
    },
    background(name, run) {
      const loop = run(controller.signal).catch((error: unknown) => {
        logger.error('A loop failed', { loop: name, error });
        failure ??= { error };
        controller.abort();
      });
      loops.push(loop);
    },
    abort: () => controller.abort(),
    async untilDone() {
      if (!controller.signal.aborted) {
        await new Promise<void>((resolve) =>
          controller.signal.addEventListener('abort', () => resolve(), { once: true }),
        );
      }
      if (failure !== undefined) throw failure.error;
    },
    async close(graceMs = shutdownGraceMs) {
      controller.abort();
      await inTime(stopEverything(), graceMs);
    },
  };
}

/** Waits until everything has stopped, but no longer than the grace. */
async function inTime(stopped: Promise<void>, graceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new ShutdownTimeoutError(
            'shutdown_timeout',
            'The parts did not stop in time',
            { graceMs },
            { isRetryable: true },
          ),
        ),
      graceMs,
    );
  });
  try {
    await Promise.race([stopped, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
