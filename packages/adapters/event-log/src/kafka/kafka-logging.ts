import type { Logger } from '@tonriver/logger';
import { type logCreator, logLevel } from 'kafkajs';

/**
 * Writes kafkajs' own messages to the logger. Its errors become warnings, because they are often steps of a retry, such
 * as a broker that restarts. A fatal error rejects the caller's promise.
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
