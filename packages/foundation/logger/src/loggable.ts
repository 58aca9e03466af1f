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
  const own = {
    name: error.name,
    message: error.message,
    ...(error instanceof TonriverError ? { code: error.code } : {}),
    ...(isForeseen(error) ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: loggableValue(error.cause) }),
  };
  const fields = error instanceof TonriverError ? loggable(error.fields) : {};
  // What the error itself says is not hidden by a field of the same name.
  const renamed = Object.entries(fields).map(
    ([name, value]) => [Object.hasOwn(own, name) ? `field_${name}` : name, value] as const,
  );
  return { ...own, ...Object.fromEntries(renamed) };
}

/** Thrown on purpose, or an answer of the operating system, whose text names the call and the path or address. */
function isForeseen(error: Error): boolean {
  return error instanceof TonriverError || 'syscall' in error;
}
