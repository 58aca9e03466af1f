import type { Logger } from './logger.ts';

const ignore = (): void => undefined;

/** Says nothing: for tests and for libraries whose caller does not want to hear. */
export const silentLogger: Logger = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  child: () => silentLogger,
};
