import { types } from 'node:util';
import { type ErrorFields, TonriverError } from '@tonriver/errors';
import { ClickHouseStoreError, type ClickHouseStoreErrorCode } from '../errors.ts';

// ClickHouse's error numbers (src/Common/ErrorCodes.cpp) and the code that the caller gets. Others are rejections.
const codeByServerCode: ReadonlyMap<number, ClickHouseStoreErrorCode> = new Map([
  ...[159, 160, 209].map((code) => [code, 'clickhouse_timeout'] as const), // TIMEOUT_EXCEEDED, TOO_SLOW, SOCKET_TIMEOUT
  // DNS_ERROR, NETWORK_ERROR, ALL_CONNECTION_TRIES_FAILED
  ...[198, 210, 279].map((code) => [code, 'clickhouse_unreachable'] as const),
  ...[158, 396].map((code) => [code, 'clickhouse_result_too_large'] as const), // TOO_MANY_ROWS, TOO_MANY_ROWS_OR_BYTES
  ...[
    201, // QUOTA_EXCEEDED
    202, // TOO_MANY_SIMULTANEOUS_QUERIES
    203, // NO_FREE_CONNECTION
    225, // NO_ZOOKEEPER
    236, // ABORTED
    241, // MEMORY_LIMIT_EXCEEDED
    242, // TABLE_IS_READ_ONLY (a replica without its keeper)
    243, // NOT_ENOUGH_SPACE
    252, // TOO_MANY_PARTS
    285, // TOO_FEW_LIVE_REPLICAS
    319, // UNKNOWN_STATUS_OF_INSERT
    364, // UNEXPECTED_CLUSTER states while a replica starts
    394, // QUERY_WAS_CANCELLED
    439, // CANNOT_SCHEDULE_TASK
    473, // DEADLOCK_AVOIDED
    692, // TOO_MANY_MUTATIONS: deletions that nobody waits for
    745, // SERVER_OVERLOADED
    999, // KEEPER_EXCEPTION
  ].map((code) => [code, 'clickhouse_overloaded'] as const),
]);

const retryable: ReadonlySet<ClickHouseStoreErrorCode> = new Set([
  'clickhouse_timeout',
  'clickhouse_unreachable',
  'clickhouse_overloaded',
]);

/** Returns ClickHouse's number of an error (`Code: 60.` is 60), from either client; undefined for other errors. */
export function serverCodeOf(error: unknown): number | undefined {
  if (!types.isNativeError(error)) return undefined;
  const { code, clickhouseCode, cause } = error as Error & { code?: unknown; clickhouseCode?: unknown };
  if (typeof clickhouseCode === 'number') return clickhouseCode;
  if (typeof code === 'string' && /^\d+$/.test(code)) return Number(code);
  return cause === undefined ? undefined : serverCodeOf(cause);
}

/** Returns the typed error for an error number of the engine. */
function errorOfServerCode(serverCode: number, fields: ErrorFields, cause: unknown): ClickHouseStoreError {
  const text = types.isNativeError(cause) ? cause.message : '';
  const code = codeByServerCode.get(serverCode) ?? 'clickhouse_rejected';
  return new ClickHouseStoreError(
    code,
    `ClickHouse answered with error ${serverCode}${text === '' ? '' : `: ${text.slice(0, 500)}`}`,
    { ...fields, serverCode },
    { cause, isRetryable: retryable.has(code) },
  );
}

/**
 * Returns the typed error of a failed call. `transport` decides about an error without a server code: over HTTP it is
 * a broken or missing connection; in process it is unknown, and is returned as it is.
 */
export function storeErrorOf(error: unknown, transport: 'http' | 'embedded', fields: ErrorFields): unknown {
  if (error instanceof TonriverError) return error;
  const serverCode = serverCodeOf(error);
  if (serverCode !== undefined) return errorOfServerCode(serverCode, fields, error);
  // A programmer's mistake is not a network fault.
  if (transport === 'embedded' || !types.isNativeError(error) || error instanceof TypeError) return error;
  return new ClickHouseStoreError(
    'clickhouse_unreachable',
    `ClickHouse cannot be reached or broke off: ${error.message.slice(0, 500)}`,
    fields,
    { cause: error, isRetryable: true },
  );
}

/** Returns the error of an engine that wrote another number of rows than it was given. Its caller must stop. */
export function writtenRowsMismatch(table: string, handedOver: number, written: number): ClickHouseStoreError {
  return new ClickHouseStoreError(
    'clickhouse_written_rows_mismatch',
    `ClickHouse wrote ${written} rows into ${table}, ${handedOver} were handed over`,
    { table, handedOver, written },
  );
}
