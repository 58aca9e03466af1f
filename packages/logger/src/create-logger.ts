import { TonriverError } from '@tonriver/errors';
import { type Logger as PinoLogger, pino } from 'pino';
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

function loggable(fields: LogFields | undefined): Record<string, unknown> {
  if (fields === undefined) return {};
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, loggableValue(value)]));
}

function loggableValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Error) return loggableError(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return value;
}

/** An error with its code, fields and causes: a stack alone does not say which block it was about. */
function loggableError(error: Error): Record<string, unknown> {
  return {
    name: error.name,
    message: error.message,
    ...(error instanceof TonriverError ? { code: error.code, ...loggable(error.fields) } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: loggableValue(error.cause) }),
  };
}
