import { TonriverError } from '@tonriver/errors';

export type ReadingErrorCode =
  /** Too much other reading is under way. The same read may succeed after `retryAfterSeconds`. */
  | 'overloaded'
  /** Nobody waits for the result any more. */
  | 'timed_out'
  /** Rows that other rows refer to are not stored. */
  | 'rows_missing';

/** A read that was refused or given up. Failures of the store itself are errors of the store. */
export class ReadingError extends TonriverError<ReadingErrorCode> {
  /** When the caller may try again; undefined if that would not help. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ReadingErrorCode, message: string, options: { readonly retryAfterSeconds?: number } = {}) {
    super(code, message, {}, { isRetryable: options.retryAfterSeconds !== undefined });
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
