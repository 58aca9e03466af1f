import type { EngineSettings } from '@tonriver/clickhouse';

/** What one read-only query may cost. */
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
  threadsMax: 2,
};

/**
 * Settings under which a bound stands: a request may ask for less, never for more. 0 means "no bound" to the engine.
 */
function boundedSettings(bounds: ReadOnlyBounds): Readonly<Record<string, number>> {
  return {
    max_execution_time: bounds.executionSecondsMax,
    max_memory_usage: bounds.memoryBytesMax,
    max_result_rows: bounds.resultRowsMax,
    max_result_bytes: bounds.resultBytesMax,
    max_threads: bounds.threadsMax,
  };
}

/** Settings of text formats, which change how an answer is written and nothing else. */
const isOutputSetting = (name: string): boolean =>
  name.startsWith('output_format_') || name === 'date_time_output_format' || name === 'bool_true_representation';

/**
 * Splits a request's settings: `fixed` is set before `readonly = 1` closes the session, `asked` after it, where the
 * engine itself refuses everything that would change something, as a server does for a read-only user.
 */
export function sessionSettings(
  requested: ReadonlyMap<string, string>,
  bounds: ReadOnlyBounds,
): { readonly fixed: EngineSettings; readonly asked: EngineSettings } {
  const fixed: Record<string, number | string> = {
    ...boundedSettings(bounds),
    timeout_overflow_mode: 'throw',
    result_overflow_mode: 'throw',
    // On by default in the embedded engine: they read the memory layout of this process.
    allow_introspection_functions: 0,
  };
  const asked: Record<string, string> = {};
  for (const [name, value] of requested) {
    const bound = boundedSettings(bounds)[name];
    const number = Number(value);
    if (bound !== undefined && /^\d+$/.test(value) && number > 0) {
      // More than the bound is no error: tools send their own defaults, and the bound holds anyway.
      fixed[name] = Math.min(bound, number);
    } else if (isOutputSetting(name)) fixed[name] = value;
    else asked[name] = value;
  }
  return { fixed, asked };
}
