import { errorMessage } from '@tonriver/errors';
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
/** Lines that the other thread has not written yet. Further ones are left out and counted. */
const LINES_MAX = 1_000;

/**
 * A logger whose lines another thread writes, with `writeLogLine`. Lines below the level are not sent.
 *
 * @param send resolves when the line is written, or rejects
 */
export function createRemoteLogger(level: LogLevel, send: (line: LogLine) => Promise<void>): Logger {
  const lowest = LEVELS.indexOf(level);
  let waiting = 0;
  let leftOut = 0;
  const post = (line: LogLine): void => {
    waiting += 1;
    // A line that the other thread cannot write is lost, as on a full disk.
    const ended = (): void => void (waiting -= 1);
    send(line).then(ended, ended);
  };
  return loggerOver((lineLevel, message, readFields) => {
    if (LEVELS.indexOf(lineLevel) < lowest) return;
    if (waiting >= LINES_MAX) {
      leftOut += 1;
      return;
    }
    if (leftOut > 0) {
      post({ level: 'warn', message: 'Lines of the log were left out: too many waited', fields: { lines: leftOut } });
      leftOut = 0;
    }
    post({ level: lineLevel, message, fields: plainFields(readFields()) });
  });
}

export function writeLogLine(logger: Logger, { level, message, fields }: LogLine): void {
  logger[level](message, fields);
}

/** What JSON cannot hold could not be copied to the other thread either. Logging never throws. */
function plainFields(fields: Readonly<Record<string, unknown>>): LogLine['fields'] {
  try {
    const text = JSON.stringify(fields, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    return JSON.parse(text) as LogLine['fields'];
  } catch (error) {
    return { notLoggable: errorMessage(error) };
  }
}
