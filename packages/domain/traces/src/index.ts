export { assembleRound, type AssembledRound } from './assemble-round.ts';
export { type AssemblyState, emptyAssemblyState } from './assembly-state.ts';
export { readSnapshot, writeSnapshot } from './snapshot.ts';
export type { Trace } from './trace.ts';
export type { RoundTransaction, TracePlace, TransactionPlace } from './round-transaction.ts';
