import { TonriverError } from '@tonriver/errors';

export type GatewayErrorCode =
  | 'bad_request'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'not_implemented'
  | 'not_ready'
  | 'overloaded'
  | 'timed_out'
  | 'get_method_failed'
  /** A message that the chain does not take. */
  | 'message_refused'
  /** Rows that other rows refer to are not stored. */
  | 'rows_missing';

const STATUSES: Readonly<Record<GatewayErrorCode, number>> = {
  bad_request: 400,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  not_implemented: 501,
  not_ready: 503,
  overloaded: 503,
  timed_out: 504,
  get_method_failed: 500,
  message_refused: 500,
  rows_missing: 500,
};

/**
 * An error that is answered. Its text is stable, written for callers and sent unchanged. Texts of drivers and engines
 * are only logged.
 */
export class GatewayError extends TonriverError<GatewayErrorCode> {
  readonly status: number;
  /** When the caller may try again; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** Further members of the answer. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    code: GatewayErrorCode,
    message: string,
    options: {
      readonly status?: number;
      readonly retryAfterSeconds?: number;
      readonly members?: Readonly<Record<string, unknown>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(code, message, {}, { cause: options.cause, isRetryable: options.retryAfterSeconds !== undefined });
    this.status = options.status ?? STATUSES[code];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.members = options.members ?? {};
  }
}
