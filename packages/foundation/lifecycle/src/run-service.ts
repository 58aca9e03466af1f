import { TonriverError, errorMessage } from '@tonriver/errors';
import type { LogFields, Logger } from '@tonriver/logger';
import { createStartProgress } from './start-progress.ts';
import { openScope, type Scope, type ScopeOptions } from './scope.ts';

export interface RunServiceOptions extends Omit<ScopeOptions, 'onStep'> {
  readonly name: string;
  /** What the first log line says of the process: its version and settings. No secrets. */
  readonly about: LogFields;
  /** Writes to the terminal, when a person looks on: a long start then moves one line, and is logged elsewhere. */
  readonly terminal?: ((text: string) => void) | undefined;
}

/** What a supervisor reads from the exit code. */
const EXIT = { clean: 0, doNotRetry: 1, temporary: 75 } as const;

/**
 * Runs a service as the process: builds it, waits for SIGINT or SIGTERM (or the end of `build` for one-shot work that
 * aborts its scope), stops it in reverse order and sets the exit code: 0 clean, 1 a fault that a restart will not mend,
 * 75 one that it may. A second signal ends the process at once.
 *
 * A signal during `build` does not wait for it to end. Work that a stop interrupts while a server is away is no fault:
 * it is left for the next start, and the process ends clean.
 */
export async function runService(options: RunServiceOptions, build: (scope: Scope) => Promise<void>): Promise<void> {
  const { name, logger } = options;
  const progress = createStartProgress(options);
  const scope = openScope({ ...options, onStep: (step) => progress.step(step) });
  let isStopAskedFor = false;
  const stopOnSignal = (signal: NodeJS.Signals): void => {
    if (isStopAskedFor) process.exit(EXIT.temporary);
    isStopAskedFor = true;
    logger.info('Stopping', { signal });
    scope.abort();
  };
  logger.info('Starting', options.about);
  process.on('SIGINT', stopOnSignal);
  process.on('SIGTERM', stopOnSignal);
  let exitCode: number = EXIT.clean;
  const startedAtMs = performance.now();
  let closeWithinMs = options.shutdownGraceMs;
  try {
    const started = build(scope).finally(() => progress.step(undefined));
    if (await startedUnlessStopped(started, scope.signal, options.shutdownGraceMs / 4)) {
      await scope.untilDone();
    } else {
      closeWithinMs -= closeWithinMs / 4;
      logger.warn('Stopped before it had started', { startMs: Math.round(performance.now() - startedAtMs) });
    }
  } catch (error) {
    if (isStopAskedFor && isRetryable(error)) {
      logger.warn('Stopped while something was away; the next start goes on there', { error });
    } else {
      exitCode = report(logger, name, error);
    }
  }
  try {
    await scope.close(closeWithinMs);
  } catch (error) {
    exitCode = report(logger, name, error);
  }
  process.off('SIGINT', stopOnSignal);
  process.off('SIGTERM', stopOnSignal);
  // Whatever still holds the event loop open has had its grace: the exit code must reach the supervisor.
  process.exitCode = exitCode;
  setImmediate(() => process.exit(exitCode));
}

/**
 * Waits for the start, but after a signal no longer than `waitMs`: a start may wait for a server for minutes, and what
 * has not begun has nothing to lose. False when it was given up; how it ends then is nobody's business any more.
 */
async function startedUnlessStopped(start: Promise<void>, signal: AbortSignal, waitMs: number): Promise<boolean> {
  const started = start.then(() => true);
  let timer: NodeJS.Timeout | undefined;
  const givenUp = new Promise<false>((resolve) => {
    const begin = (): void => {
      timer = setTimeout(() => resolve(false), waitMs);
    };
    if (signal.aborted) begin();
    else signal.addEventListener('abort', begin, { once: true });
  });
  try {
    return await Promise.race([started, givenUp]);
  } finally {
    clearTimeout(timer);
    started.catch(() => undefined);
  }
}

function report(logger: Logger, name: string, error: unknown): number {
  logger.error(`${name} failed: ${errorMessage(error)}`, { error });
  return error instanceof TonriverError && !error.isRetryable ? EXIT.doNotRetry : EXIT.temporary;
}

function isRetryable(error: unknown): boolean {
  return error instanceof TonriverError && error.isRetryable;
}
