import { TonriverError } from '@tonriver/errors';
import type { LogFields } from './logger.ts';

/** The fields of a log line, in a form that JSON can hold. */
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
 * An error with its code, fields and causes, because a stack does not say which block the error is about. Only
 * unexpected errors have their stack logged; for a mistyped path or a port in use it would only hide the text.
 */
function loggableError(error: Error): Record<string, unknown> {
  const own = {
    name: error.name,
    message: error.message,
    ...(error instanceof TonriverError ? { code: error.code } : {}),
    ...(isExpected(error) ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: loggableValue(error.cause) }),
  };
  const fields = error instanceof TonriverError ? loggable(error.fields) : {};
  // A field must not overwrite a property of the error itself.
  const renamed = Object.entries(fields).map(
    ([name, value]) => [Object.hasOwn(own, name) ? `field_${name}` : name, value] as const,
  );
  return { ...own, ...Object.fromEntries(renamed) };
}

/** Thrown on purpose, or reported by the operating system: its text names the call and the path or address. */
function isExpected(error: Error): boolean {
  return error instanceof TonriverError || 'syscall' in error;
}
