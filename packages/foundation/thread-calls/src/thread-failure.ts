import { type ErrorFields, errorMessage, TonriverError } from '@tonriver/errors';

/** An error as it crosses threads. `code` null: not one that was thrown on purpose. */
export interface ThreadFailure {
  /** Name of its class. */
  readonly name: string;
  readonly code: string | null;
  readonly message: string;
  readonly fields: ErrorFields;
  readonly isRetryable: boolean;
  readonly causeText: string | null;
  /** Of an error that nobody expected: where it was thrown. */
  readonly stack: string | null;
  /** What the operating system says with an error: `code`, `syscall`, `port`, … */
  readonly properties: Readonly<Record<string, string | number>>;
}

/** Class name → class of errors that keep it when they cross threads. */
export type ErrorClasses = Readonly<Record<string, ErrorClass>>;

type ErrorClass = new (
  // Each class takes codes of its own; the other thread had the same class.
  code: never,
  message: string,
  fields: ErrorFields,
  options: { readonly cause?: unknown; readonly isRetryable: boolean },
) => TonriverError;

export function failureOf(error: unknown): ThreadFailure {
  const isKnown = error instanceof TonriverError;
  const { name, message, cause } = isErrorLike(error) ? error : new Error(String(error));
  return {
    name,
    code: isKnown ? error.code : null,
    message,
    fields: isKnown ? error.fields : {},
    isRetryable: isKnown && error.isRetryable,
    causeText: cause === undefined ? null : errorMessage(cause),
    stack: isErrorLike(error) && !isKnown ? (error.stack ?? null) : null,
    properties: isErrorLike(error) && !isKnown ? plainPropertiesOf(error) : {},
  };
}

/** Returns the error again. One of a class that is not listed is a `TonriverError`: handlers look at the code. */
export function errorOf(failure: ThreadFailure, classes: ErrorClasses = {}): Error {
  const { name, code, message, fields, isRetryable, causeText, stack, properties } = failure;
  const cause = causeText === null ? undefined : new Error(causeText);
  if (code === null) {
    const error = Object.assign(new Error(message, { cause }), properties);
    // Some tell errors apart by name, such as the `AbortError` of a signal.
    if (name !== error.name) error.name = name;
    if (stack !== null) error.stack = stack;
    return error;
  }
  const Known = classes[name] ?? (TonriverError as ErrorClass);
  return new Known(code as never, message, fields, { cause, isRetryable });
}

/** Errors of native code, and the `AbortError` of a signal, may be no `Error` of this context. */
function isErrorLike(error: unknown): error is Error {
  return typeof error === 'object' && error !== null && 'message' in error && 'name' in error;
}

function plainPropertiesOf(error: Error): Record<string, string | number> {
  const properties: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(error)) {
    if (name !== 'name' && (typeof value === 'string' || typeof value === 'number')) properties[name] = value;
  }
  return properties;
}
