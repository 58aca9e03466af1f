// Suites for the stores that are built on LMDB.
export { describeDamagedStore } from './describe-damaged-store.ts';
export { describeOlderProgram } from './describe-older-program.ts';
