import { TonriverError, errorMessage } from '@tonriver/errors';
import type { LogFields, Logger } from '@tonriver/logger';
import { createStartProgress } from './start-progress.ts';
import { openScope, type Scope, type ScopeOptions } from './scope.ts';

export interface RunServiceOptions extends Omit<ScopeOptions, 'onStep'> {
  readonly name: string;
  /** Fields of the first log line: version and settings of the process, without secrets. */
  readonly about: LogFields;
  /** Writes to the terminal, if there is one: a long start is then shown in one moving line instead of log lines. */
  readonly terminal?: ((text: string) => void) | undefined;
}

/** Exit codes, as a supervisor reads them. */
const EXIT = { clean: 0, doNotRetry: 1, temporary: 75 } as const;

/**
 * Runs a service in this process: builds it, waits for SIGINT or SIGTERM (or for one-shot work that aborts its scope),
 * stops its parts in reverse order and sets the exit code: 0 for a clean end, 1 for a failure that a restart does not
 * repair, 75 for one that it may repair. A second signal ends the process at once.
 *
 * After a signal during `build` the service does not wait until `build` is done. If a stop interrupts work while a
 * server is unreachable, the end is clean: the next start does that work.
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
      logger.warn('Stopped while a server was unreachable; the next start continues the work', { error });
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
  // Work that is still running has had its grace period: the supervisor must get the exit code now.
  process.exitCode = exitCode;
  setImmediate(() => process.exit());
}

/**
 * Waits for the start, but no longer than `waitMs` after a signal: a start may wait for a server for minutes, and a
 * service that has not started has nothing to lose. False when the wait was given up; the start's result is then
 * ignored.
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
