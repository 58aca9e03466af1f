import { type Logger as PinoLogger, pino } from 'pino';
import { lineFields } from './line-fields.ts';
import type { LogFields, Logger, LogLevel } from './logger.ts';

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
  return overPino(base, {});
}

/**
 * The fields of child loggers are kept here and written together with those of the line, as one object. Pino's own
 * child loggers would write a name twice when both have it, and JSON readers differ in what they do with that.
 */
function overPino(base: PinoLogger, bound: LogFields): Logger {
  const write =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}): void => {
      if (base.isLevelEnabled(level)) base[level](lineFields(bound, fields), message);
    };
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (fields) => overPino(base, { ...bound, ...fields, ...componentWithin(bound, fields) }),
  };
}

/** The component of a child of a child has both names: `api-gateway/watermark`. */
function componentWithin(bound: LogFields, fields: LogFields): LogFields {
  const [outer, inner] = [bound['component'], fields['component']];
  return typeof outer === 'string' && typeof inner === 'string' ? { component: `${outer}/${inner}` } : {};
}
