import { loggerOver } from './logger-over.ts';
import type { Logger, LogLevel } from './logger.ts';

/** A line that another thread is to write. */
export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  /** Values of JSON. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** A logger whose lines another thread writes, with `writeLogLine`. Lines below the level are not sent. */
export function createRemoteLogger(level: LogLevel, send: (line: LogLine) => void): Logger {
  const lowest = LEVELS.indexOf(level);
  return loggerOver((lineLevel, message, readFields) => {
    if (LEVELS.indexOf(lineLevel) < lowest) return;
    // What JSON cannot hold could not be copied to the other thread either, and the line would be lost.
    send({ level: lineLevel, message, fields: JSON.parse(JSON.stringify(readFields())) as LogLine['fields'] });
  });
}

export function writeLogLine(logger: Logger, { level, message, fields }: LogLine): void {
  logger[level](message, fields);
}
