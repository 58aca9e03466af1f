import { pino } from 'pino';
import { loggerOver } from './logger-over.ts';
import type { Logger, LogLevel } from './logger.ts';

export interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  /** Lines for people instead of JSON; the default on a terminal. */
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
  return loggerOver((level, message, readFields) => {
    if (base.isLevelEnabled(level)) base[level](readFields(), message);
  });
}
