import { GetMethodError, type GetMethodErrorCode } from '@tonriver/api-model';
import { ReadingError } from '@tonriver/chain-reader';
import { ClickHouseStoreError } from '@tonriver/clickhouse';
import { TvmError, type TvmErrorCode } from '@tonriver/tvm';

const CODES: Readonly<Record<TvmErrorCode, GetMethodErrorCode>> = {
  tvm_overloaded: 'overloaded',
  tvm_timed_out: 'timed_out',
  tvm_out_of_memory: 'out_of_memory',
  tvm_aborted: 'timed_out',
  tvm_config_not_supported: 'config_not_supported',
  tvm_bad_config: 'failed',
  tvm_bad_input: 'failed',
  tvm_bad_stack: 'bad_call',
  tvm_stack_too_deep: 'result_too_deep',
  tvm_stack_too_large: 'result_too_large',
  tvm_worker_lost: 'failed',
  tvm_emulator_failed: 'failed',
  tvm_unknown_build: 'failed',
  tvm_closed: 'unavailable',
};

/** What was to be done, as callers are told. */
export type Work = 'get-method' | 'emulation';

const textsOf = (work: Work): Readonly<Partial<Record<GetMethodErrorCode, string>>> => ({
  overloaded: `too many ${work}s wait`,
  timed_out: `the ${work} took too long`,
  out_of_memory: `the ${work} took too much memory`,
  result_too_large: `the result of the ${work} is too large`,
  config_not_supported: 'the configuration at this block is newer than the virtual machine',
  unavailable: `${work}s cannot be run now`,
});
const TEXTS = { 'get-method': textsOf('get-method'), emulation: textsOf('emulation') };

/** Converts errors of the TVM pool, the store and the source; `undefined` for any other error. */
export function getMethodErrorOf(thrown: unknown, work: Work): GetMethodError | undefined {
  const texts = TEXTS[work];
  if (thrown instanceof GetMethodError) return thrown;
  if (thrown instanceof TvmError) {
    const code = CODES[thrown.code];
    const { fields, isRetryable } = thrown;
    return new GetMethodError(code, texts[code] ?? thrown.message, fields, { cause: thrown, isRetryable });
  }
  if (thrown instanceof ReadingError && thrown.isRetryable) {
    return new GetMethodError(
      'overloaded',
      texts.overloaded ?? thrown.message,
      {},
      { cause: thrown, isRetryable: true },
    );
  }
  if (!(thrown instanceof ClickHouseStoreError) || !thrown.isRetryable) return undefined;
  const code = thrown.code === 'clickhouse_timeout' ? 'timed_out' : 'unavailable';
  const text = code === 'timed_out' ? 'timeout' : 'the data store is not available';
  return new GetMethodError(code, text, {}, { cause: thrown, isRetryable: true });
}
