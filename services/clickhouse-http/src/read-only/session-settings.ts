import type { EngineSettings } from '@tonriver/chdb';
import { malformedRequestError, readOnlyError } from '../errors.ts';
import { judgeSetting } from './harmless-settings.ts';

/** Limits for one read-only query. */
export interface ReadOnlyBounds {
  readonly executionSecondsMax: number;
  readonly memoryBytesMax: number;
  readonly resultRowsMax: number;
  readonly resultBytesMax: number;
  readonly threadsMax: number;
}

export const defaultReadOnlyBounds: ReadOnlyBounds = {
  executionSecondsMax: 30,
  memoryBytesMax: 2 * 1024 ** 3,
  resultRowsMax: 10_000_000,
  resultBytesMax: 1024 ** 3,
  threadsMax: 1,
};

/**
 * Settings that are limits. A request may lower them, but not raise them. For the engine 0 means "no limit".
 */
function boundedSettings(bounds: ReadOnlyBounds): ReadonlyMap<string, number> {
  // A map and not an object, because untrusted names are looked up in it and every object has names of its own.
  return new Map([
    ['max_execution_time', bounds.executionSecondsMax],
    ['max_memory_usage', bounds.memoryBytesMax],
    ['max_result_rows', bounds.resultRowsMax],
    ['max_result_bytes', bounds.resultBytesMax],
    ['max_threads', bounds.threadsMax],
  ]);
}

/** Further settings of every read-only statement. */
const alwaysSet: EngineSettings = {
  timeout_overflow_mode: 'throw',
  result_overflow_mode: 'throw',
  // On by default in the embedded engine: they read the memory layout of this process.
  allow_introspection_functions: 0,
  // A query writes no temporary data to disk: if it does not fit into its memory, it fails.
  max_bytes_before_external_group_by: 0,
  max_bytes_before_external_sort: 0,
  max_bytes_ratio_before_external_group_by: 0,
  max_bytes_ratio_before_external_sort: 0,
  max_temporary_data_on_disk_size_for_query: 1,
  // Otherwise formats start their own threads.
  output_format_parallel_formatting: 0,
  output_format_parquet_parallel_encoding: 0,
  max_final_threads: 1,
  max_subquery_depth: 50,
};

/**
 * The settings of a read-only session: the harmless ones of the request, and the limits, which a request can only
 * lower.
 *
 * @throws ClickHouseHttpError `read_only` for a setting that is not on the list, `malformed_request` for a value that
 * is not allowed
 */
export function sessionSettings(requested: ReadonlyMap<string, string>, bounds: ReadOnlyBounds): EngineSettings {
  const bounded = boundedSettings(bounds);
  const settings: Record<string, number | string> = {};
  for (const [name, value] of requested) {
    const bound = bounded.get(name);
    if (bound !== undefined) {
      if (!/^\d{1,18}$/.test(value)) throw malformedRequestError(`Setting ${name} is not a whole number`);
      // A higher value is not an error: tools send their own defaults, and the limit applies anyway.
      settings[name] = Number(value) > 0 ? Math.min(bound, Number(value)) : bound;
      continue;
    }
    const verdict = judgeSetting(name, value);
    if (verdict === 'taken') settings[name] = value;
    if (verdict === 'bad value') throw malformedRequestError(`Setting ${name} cannot have this value on this port`);
    if (verdict === 'refused') {
      throw readOnlyError(`Cannot modify '${name}' setting in readonly mode: it is not one of those this port takes`);
    }
  }
  return { ...Object.fromEntries(bounded), ...settings, ...alwaysSet };
}
