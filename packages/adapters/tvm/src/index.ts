export type { EmulationCall, EmulationResult } from './emulation.ts';
export type { TvmEnvironment } from './environment.ts';
export type { GetMethodCall, GetMethodResult } from './get-method.ts';
export { methodIdOf } from './method-id.ts';
export { encodePreviousBlocks, type PreviousBlock } from './previous-blocks.ts';
export type { StackEntry } from './stack-entry.ts';
export { TvmError, type TvmErrorCode } from './tvm-error.ts';
export {
  NICENESS_OF_ANSWERS,
  NICENESS_OF_STORED,
  type TvmPool,
  type TvmPoolOptions,
  type TvmPoolStatus,
} from './tvm-pool.ts';
export { createTvmPool } from './pool/create-tvm-pool.ts';
export { encodeStackBoc, encodeStackValueBoc } from './stack/encode-stack.ts';
