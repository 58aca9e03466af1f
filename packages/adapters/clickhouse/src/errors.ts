import { TonriverError } from '@tonriver/errors';

/**
 * The codes of all errors between Tonriver and ClickHouse.
 *
 * Retryable (the same call may succeed later): `clickhouse_unreachable`, `clickhouse_overloaded`, `clickhouse_timeout`.
 * Permanent: everything else. `clickhouse_rejected` is an error of the engine itself (its number is in `fields.serverCode`).
 */
export type ClickHouseStoreErrorCode =
  | 'clickhouse_unreachable'
  | 'clickhouse_overloaded'
  | 'clickhouse_timeout'
  | 'clickhouse_rejected'
  | 'clickhouse_called_off'
  | 'clickhouse_result_too_large'
  | 'clickhouse_result_mismatch'
  | 'clickhouse_written_rows_mismatch'
  | 'clickhouse_unreadable_result'
  | 'clickhouse_closed'
  | 'clickhouse_directory_held'
  | 'clickhouse_directory_unusable'
  | 'clickhouse_directory_busy_in_process'
  | 'clickhouse_engine_missing'
  | 'clickhouse_invalid_parameter'
  | 'clickhouse_schema_newer'
  | 'clickhouse_schema_older'
  | 'clickhouse_migration_lock_lost'
  | 'clickhouse_schema_mismatch'
  | 'clickhouse_deployment_mismatch'
  | 'clickhouse_not_a_test_database';

/** The one error of the store port, whichever package opens the store. */
export class ClickHouseStoreError extends TonriverError<ClickHouseStoreErrorCode> {}
