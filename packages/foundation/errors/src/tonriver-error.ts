/** Details of an error: plain values that a log line or an error answer can contain. */
export type ErrorFields = Readonly<Record<string, string | number | bigint | boolean | null | undefined>>;

/**
 * The base class of all errors that Tonriver throws on purpose.
 *
 * A package declares a closed union of codes and a subclass:
 *
 * ```ts
 * export type BocErrorCode = 'boc_truncated' | 'boc_bad_magic';
 * export class BocError extends TonriverError<BocErrorCode> {}
 * throw new BocError('boc_truncated', 'The bag ends inside its header', { offset: 7 });
 * ```
 *
 * Handlers look at `code` and `isRetryable`, never at the text. An error of any other class is unexpected and stops the
 * process before it commits offsets.
 */
export class TonriverError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly fields: ErrorFields;
  /** True when the same call may succeed later without any change. */
  readonly isRetryable: boolean;

  constructor(
    code: Code,
    message: string,
    fields: ErrorFields = {},
    options: { readonly cause?: unknown; readonly isRetryable?: boolean } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.fields = fields;
    this.isRetryable = options.isRetryable ?? false;
  }
}
