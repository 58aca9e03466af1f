// Exports for tests of other packages.
export { createWallet } from '../network/wallet.ts';
