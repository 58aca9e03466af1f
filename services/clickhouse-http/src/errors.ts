import { TonriverError } from '@tonriver/errors';

/** Why a request was refused before or beside the engine, and a service that cannot start. */
export type ClickHouseHttpErrorCode =
  | 'not_loopback'
  | 'foreign_host'
  | 'foreign_origin'
  | 'wrong_password'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_too_large'
  | 'malformed_request'
  | 'not_supported'
  | 'read_only'
  | 'too_many_queries'
  | 'result_format_changed';

/**
 * The one error of this service: `serverCode` and `serverName` are ClickHouse's own for the case, `status` is HTTP's.
 */
export class ClickHouseHttpError extends TonriverError<ClickHouseHttpErrorCode> {
  readonly status: number;
  readonly serverCode: number;
  readonly serverName: string;

  constructor(
    code: ClickHouseHttpErrorCode,
    message: string,
    answer: { readonly status: number; readonly serverCode: number; readonly serverName: string },
  ) {
    super(code, message, { status: answer.status, serverCode: answer.serverCode });
    this.status = answer.status;
    this.serverCode = answer.serverCode;
    this.serverName = answer.serverName;
  }
}

// Constructors for the cases, with ClickHouse's numbers (src/Common/ErrorCodes.cpp).

export const readOnlyError = (message: string): ClickHouseHttpError =>
  new ClickHouseHttpError('read_only', message, { status: 403, serverCode: 164, serverName: 'READONLY' });

export const notSupportedError = (message: string): ClickHouseHttpError =>
  new ClickHouseHttpError('not_supported', message, { status: 501, serverCode: 48, serverName: 'NOT_IMPLEMENTED' });

export const malformedRequestError = (message: string): ClickHouseHttpError =>
  new ClickHouseHttpError('malformed_request', message, { status: 400, serverCode: 36, serverName: 'BAD_ARGUMENTS' });

export const requestTooLargeError = (message: string): ClickHouseHttpError =>
  new ClickHouseHttpError('request_too_large', message, {
    status: 413,
    serverCode: 307,
    serverName: 'TOO_MANY_BYTES',
  });

export const tooManyQueriesError = (message: string): ClickHouseHttpError =>
  new ClickHouseHttpError('too_many_queries', message, {
    status: 503,
    serverCode: 202,
    serverName: 'TOO_MANY_SIMULTANEOUS_QUERIES',
  });
