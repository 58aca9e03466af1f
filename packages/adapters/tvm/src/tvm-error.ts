import { TonriverError } from '@tonriver/errors';

/**
 * - `tvm_overloaded`: the queue is full; `fields.retryAfterMs` says when to try again. Retryable.
 * - `tvm_timed_out`: the call took longer than it may; its worker was ended.
 * - `tvm_out_of_memory`: the call took more memory than a worker may have.
 * - `tvm_aborted`: the caller's signal ended it.
 * - `tvm_config_not_supported`: a configuration that this TVM cannot read exactly; `fields.reason` says why.
 * - `tvm_bad_config`: the bytes are no configuration at all.
 * - `tvm_bad_input`: code, data, account, message, libraries or previous blocks are malformed, or a number is out of
 *   range; `fields.part` says which.
 * - `tvm_bad_stack`: an argument cannot be put on a stack, or stack bytes are malformed.
 * - `tvm_stack_too_deep`, `tvm_stack_too_large`: arguments or a result are over the bounds of `stackLimits`.
 * - `tvm_worker_lost`: a worker ended, or its instance broke, twice in the same call.
 * - `tvm_emulator_failed`: the emulator refused the call for a reason of its own; its text is in `fields.reason`.
 * - `tvm_unknown_build`: the installed build of the emulator is not the one that was checked.
 * - `tvm_closed`: the pool is closed.
 */
export type TvmErrorCode =
  | 'tvm_overloaded'
  | 'tvm_timed_out'
  | 'tvm_out_of_memory'
  | 'tvm_aborted'
  | 'tvm_config_not_supported'
  | 'tvm_bad_config'
  | 'tvm_bad_input'
  | 'tvm_bad_stack'
  | 'tvm_stack_too_deep'
  | 'tvm_stack_too_large'
  | 'tvm_worker_lost'
  | 'tvm_emulator_failed'
  | 'tvm_unknown_build'
  | 'tvm_closed';

/** Everything that keeps a call from ending with an exit code. An exit code, whatever it is, is a result. */
export class TvmError extends TonriverError<TvmErrorCode> {}
