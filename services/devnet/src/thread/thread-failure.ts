import { errorMessage, TonriverError } from '@tonriver/errors';
import type { ThreadFailure } from './thread-messages.ts';

export function failureOf(error: unknown): ThreadFailure {
  const isKnown = error instanceof TonriverError;
  return {
    code: isKnown ? error.code : null,
    message: error instanceof Error ? error.message : String(error),
    fields: isKnown ? error.fields : {},
    isRetryable: isKnown && error.isRetryable,
    causeText: error instanceof Error && error.cause !== undefined ? errorMessage(error.cause) : null,
  };
}

/** Returns the error again. Its class is `TonriverError`: handlers look at the code. */
export function errorOf({ code, message, fields, isRetryable, causeText }: ThreadFailure): Error {
  const cause = causeText === null ? undefined : new Error(causeText);
  if (code !== null) return new TonriverError(code, message, fields, { cause, isRetryable });
  return new Error(`The thread of the chain failed: ${message}`, { cause });
}
