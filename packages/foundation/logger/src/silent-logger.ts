import type { Logger } from './logger.ts';

const ignore = (): void => undefined;

/** Writes nothing: for tests and for callers that want no log. */
export const silentLogger: Logger = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  child: () => silentLogger,
};
