export { badTag, badValue, ChainModelError, type ChainModelErrorCode } from './errors.ts';
export * from './dictionary/index.ts';
export * from './transaction/index.ts';
export * from './account/index.ts';
export * from './address/index.ts';
export * from './message/index.ts';
export * from './primitives/index.ts';
export * from './network/index.ts';
