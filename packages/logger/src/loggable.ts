import { TonriverError } from '@tonriver/errors';
import type { LogFields } from './logger.ts';

/** The fields of a log line as JSON can hold them. */
export function loggable(fields: LogFields | undefined): Record<string, unknown> {
  if (fields === undefined) return {};
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, loggableValue(value)]));
}

function loggableValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Error) return loggableError(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return value;
}

/**
 * An error with its code, fields and causes: a stack alone does not say which block it was about. A stack is for what
 * nobody foresaw; of a mistyped path or a port that is taken it would only hide the text.
 */
function loggableError(error: Error): Record<string, unknown> {
  return {
    name: error.name,
    message: error.message,
    ...(error instanceof TonriverError ? { code: error.code, ...loggable(error.fields) } : {}),
    ...(isForeseen(error) ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: loggableValue(error.cause) }),
  };
}

/** Thrown on purpose, or an answer of the operating system, whose text names the call and the path or address. */
function isForeseen(error: Error): boolean {
  return error instanceof TonriverError || 'syscall' in error;
}
