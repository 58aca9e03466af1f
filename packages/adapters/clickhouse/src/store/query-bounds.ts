import type { QueryParameter, QueryParameters } from '@tonriver/row-schema';
import { ClickHouseStoreError } from '../errors.ts';
import type { EngineBounds, QueryBounds } from './click-house-store.ts';

/** The default bounds of a query: enough for every look-up, and no single query exhausts the server. */
export const defaultQueryBounds: EngineBounds = {
  executionSecondsMax: 30,
  memoryBytesMax: 2 * 1024 ** 3,
  resultRowsMax: 5_000_000,
  threadsMax: 2,
};

/** @throws {ClickHouseStoreError} `clickhouse_called_off` when the caller has given up */
export function checkWanted({ signal }: QueryBounds): void {
  if (signal?.aborted === true) throw new ClickHouseStoreError('clickhouse_called_off', 'Nobody waits for the query');
}

/** Returns bounds as settings of the engine, with the settings that every answer relies on. */
export function querySettings(bounds: EngineBounds): Readonly<Record<string, number | string>> {
  const isLookUp = bounds.threadsMax === 1;
  return {
    max_execution_time: bounds.executionSecondsMax,
    timeout_overflow_mode: 'throw',
    max_memory_usage: bounds.memoryBytesMax,
    max_result_rows: bounds.resultRowsMax,
    result_overflow_mode: 'throw',
    max_threads: bounds.threadsMax,
    // Further threads would print the result: for a look-up they cost a quarter of the query.
    output_format_parallel_formatting: isLookUp ? 0 : 1,
    // The older analyzer makes a plain statement a fifth to a third cheaper, and does not know all of SQL.
    enable_analyzer: isLookUp ? 0 : 1,
    // A UInt64 as a JSON number would be rounded above 2^53 by every JavaScript reader.
    output_format_json_quote_64bit_integers: 1,
  };
}

/**
 * Settings of every insert. They are always sent, so that no profile of a server can change them: rows are stored when
 * the call returns, and none is dropped because another insert looked alike.
 */
export const insertSettings: Readonly<Record<string, number | string>> = {
  async_insert: 0,
  insert_deduplicate: 0,
  max_insert_threads: 1,
  // One part per partition and insert: fewer merges, and a failed insert is rarely half done.
  max_insert_block_size: 1_048_576,
  min_insert_block_size_rows: 1_048_576,
  min_insert_block_size_bytes: 536_870_912,
  // New tables have at most 1,000 partitions. Older tables may have more, and are written all the same.
  max_partitions_per_insert_block: 0,
  input_format_parallel_parsing: 0,
  max_execution_time: 300,
};

const placeholder = /\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*:\s*[A-Z]/g;

/**
 * Checks that every placeholder has its value and every value a known name.
 * The embedded engine keeps parameters of a connection from query to query: without this check a forgotten one would
 * silently take the value of an earlier query.
 */
export function checkParameters(sql: string, parameters: QueryParameters): void {
  for (const [, name] of sql.matchAll(placeholder)) {
    if (name !== undefined && parameters[name] === undefined) {
      throw new ClickHouseStoreError('clickhouse_invalid_parameter', 'A placeholder of the query has no value', {
        name,
      });
    }
  }
  for (const name of Object.keys(parameters)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      throw new ClickHouseStoreError(
        'clickhouse_invalid_parameter',
        'A parameter has a name that no placeholder can have',
        {
          name,
        },
      );
    }
  }
}

/** A parameter as ClickHouse's clients bind it: bytes become upper-case hex. */
export function plainParameter(value: QueryParameter): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex').toUpperCase();
  if (Array.isArray(value)) return value.map((item: QueryParameter) => plainParameter(item));
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new ClickHouseStoreError('clickhouse_invalid_parameter', 'A parameter is not a finite number', { value });
  }
  return value;
}
