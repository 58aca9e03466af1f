// Exports for tests of other packages.
export { loopingState } from './looping-state.test-support.ts';
export { shardsParameter } from './shards-parameter.test-support.ts';
export { createWallet } from '../network/wallet.ts';
