import { TonriverError } from '@tonriver/errors';

/** Why this service, and not the engine, refused a request, or why it could not start. */
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
  | 'took_too_long'
  | 'broken_off'
  | 'tables_changing'
  | 'client_left'
  | 'body_too_slow'
  | 'port_not_started'
  | 'result_format_changed';

/**
 * An error of this service. `serverCode` and `serverName` are ClickHouse's own for the case; `status` is HTTP's.
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

export const statementTookTooLong = (seconds: number): ClickHouseHttpError =>
  new ClickHouseHttpError(
    'took_too_long',
    `Timeout exceeded: a statement may take ${seconds} seconds, sending included`,
    {
      status: 408,
      serverCode: 159,
      serverName: 'TIMEOUT_EXCEEDED',
    },
  );

export const statementBrokenOff = (): ClickHouseHttpError =>
  new ClickHouseHttpError('broken_off', 'The statement took more memory than there is for it, or broke the engine', {
    status: 503,
    serverCode: 241,
    serverName: 'MEMORY_LIMIT_EXCEEDED',
  });

export const tablesChanging = (): ClickHouseHttpError =>
  new ClickHouseHttpError(
    'tables_changing',
    'Tables were made, changed or dropped again and again while the statement waited to begin; ask again',
    { status: 503, serverCode: 236, serverName: 'ABORTED' },
  );

/** An error that the process that runs statements answered instead of a result. */
export class StatementFailedError extends TonriverError<'statement_failed'> {
  readonly status: number;
  readonly serverCode: number;
  /** The text in ClickHouse's form; absent for an unexpected error. */
  readonly body: string | undefined;

  constructor({
    status,
    serverCode,
    body,
    reason,
  }: {
    readonly status: number;
    readonly serverCode: number;
    readonly body: string | undefined;
    readonly reason: string | undefined;
  }) {
    super('statement_failed', (body ?? reason ?? 'A statement failed').slice(0, 500), { status, serverCode });
    this.status = status;
    this.serverCode = serverCode;
    this.body = body;
  }
}

export const clientLeft = (): ClickHouseHttpError =>
  new ClickHouseHttpError('client_left', 'The client left', {
    status: 499,
    serverCode: 210,
    serverName: 'NETWORK_ERROR',
  });

export const bodyTooSlow = (): ClickHouseHttpError =>
  new ClickHouseHttpError('body_too_slow', 'The request body did not come in time', {
    status: 408,
    serverCode: 209,
    serverName: 'SOCKET_TIMEOUT',
  });

export const portNotStarted = (message: string): ClickHouseHttpError =>
  new ClickHouseHttpError('port_not_started', message, { status: 500, serverCode: 210, serverName: 'NETWORK_ERROR' });
