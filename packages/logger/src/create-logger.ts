import { type Logger as PinoLogger, pino } from 'pino';
import { loggable } from './loggable.ts';
import type { Logger, LogLevel } from './logger.ts';

export interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  /** Lines for people instead of JSON: what a terminal gets by default. */
  readonly pretty?: boolean;
}

/** A pino logger behind the `Logger` port. JSON lines on standard output, or text for a person when `pretty`. */
export function createLogger({ service, level, pretty = false }: LoggerOptions): Logger {
  const base = pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    ...(pretty
      ? { transport: { target: 'pino-pretty', options: { ignore: 'service', translateTime: 'HH:MM:ss.l' } } }
      : {}),
  });
  return overPino(base);
}

function overPino(base: PinoLogger): Logger {
  return {
    debug: (message, fields) => base.debug(loggable(fields), message),
    info: (message, fields) => base.info(loggable(fields), message),
    warn: (message, fields) => base.warn(loggable(fields), message),
    error: (message, fields) => base.error(loggable(fields), message),
    child: (fields) => overPino(base.child(loggable(fields))),
  };
}
