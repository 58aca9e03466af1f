import { TonriverError, errorMessage } from '@tonriver/errors';
import type { Logger } from '@tonriver/logger';
import { openScope, type Scope, type ScopeOptions } from './scope.ts';

export interface RunServiceOptions extends ScopeOptions {
  readonly name: string;
}

/** What a supervisor reads from the exit code. */
const EXIT = { clean: 0, doNotRetry: 1, temporary: 75 } as const;

/**
 * Runs a service as the process: builds it, waits for SIGINT or SIGTERM (or the end of `build` for one-shot work that
 * aborts its scope), stops it in reverse order and sets the exit code: 0 clean, 1 a fault that a restart will not mend,
 * 75 one that it may. A second signal ends the process at once.
 */
export async function runService(options: RunServiceOptions, build: (scope: Scope) => Promise<void>): Promise<void> {
  const { name, logger } = options;
  const scope = openScope(options);
  const stopOnSignal = (signal: NodeJS.Signals): void => {
    if (scope.signal.aborted) process.exit(EXIT.temporary);
    logger.info('Stopping', { service: name, signal });
    scope.abort();
  };
  process.on('SIGINT', stopOnSignal);
  process.on('SIGTERM', stopOnSignal);
  let exitCode: number = EXIT.clean;
  try {
    await build(scope);
    await scope.untilDone();
  } catch (error) {
    exitCode = report(logger, name, error);
  }
  try {
    await scope.close();
  } catch (error) {
    exitCode = report(logger, name, error);
  }
  process.off('SIGINT', stopOnSignal);
  process.off('SIGTERM', stopOnSignal);
  // Whatever still holds the event loop open has had its grace: the exit code must reach the supervisor.
  process.exitCode = exitCode;
  setImmediate(() => process.exit(exitCode));
}

function report(logger: Logger, name: string, error: unknown): number {
  logger.error(`${name} failed: ${errorMessage(error)}`, { error });
  return error instanceof TonriverError && !error.isRetryable ? EXIT.doNotRetry : EXIT.temporary;
}
