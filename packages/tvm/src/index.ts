export type { EmulationCall, EmulationResult } from './emulation.ts';
export type { LibrariesBoc, TvmEnvironment } from './environment.ts';
export type { GetMethodCall, GetMethodResult } from './get-method.ts';
export { methodIdOf } from './method-id.ts';
export type { StackEntry } from './stack-entry.ts';
export { TvmError, type TvmErrorCode } from './tvm-error.ts';
export type { RunOptions, TvmPool, TvmPoolOptions, TvmPoolStatus } from './tvm-pool.ts';
