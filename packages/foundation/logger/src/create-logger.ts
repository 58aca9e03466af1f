import { type Logger as PinoLogger, pino } from 'pino';
import { lineFields } from './line-fields.ts';
import type { LogFields, Logger, LogLevel } from './logger.ts';

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
  return overPino(base, {});
}

/**
 * The fields of children are kept here and written with those of the line, as one object. Pino's own children would
 * write theirs as text before the line's: a name that both have would stand there twice, which JSON readers refuse or
 * resolve as they like.
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

/** A part of a part says both: `api-gateway/watermark`. */
function componentWithin(bound: LogFields, fields: LogFields): LogFields {
  const [outer, inner] = [bound['component'], fields['component']];
  return typeof outer === 'string' && typeof inner === 'string' ? { component: `${outer}/${inner}` } : {};
}
