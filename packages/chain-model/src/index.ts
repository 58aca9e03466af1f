export { badTag, badValue, ChainModelError, type ChainModelErrorCode } from './errors.ts';
export * from './primitives/index.ts';
