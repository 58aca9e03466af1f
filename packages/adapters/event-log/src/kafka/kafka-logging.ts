import type { Logger } from '@tonriver/logger';
import { type logCreator, logLevel } from 'kafkajs';

/**
 * Routes kafkajs' own lines. What it calls an error is often a step of a retry (a coordinator that still loads, a
 * broker that restarts), so errors become warnings: what is fatal reaches the caller as a rejection.
 */
export function kafkaLogCreator(logger: Logger): logCreator {
  return () =>
    ({ namespace, level, log }) => {
      const { message, timestamp: _timestamp, logger: _source, ...fields } = log;
      const line = { component: 'kafkajs', namespace, ...fields };
      if (level === logLevel.ERROR || level === logLevel.WARN) logger.warn(message, line);
      else logger.debug(message, line);
    };
}
