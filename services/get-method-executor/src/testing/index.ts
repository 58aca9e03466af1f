// Exports for tests of other packages.
export { createPlayedChain, type PlayedChain } from './played-chain.test-support.ts';
