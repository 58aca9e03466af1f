export { assembleRound, type AssembledRound, type TraceOfTransaction } from './assemble-round.ts';
export { type AssemblyState, emptyAssemblyState } from './assembly-state.ts';
export { readSnapshot, TraceSnapshotError, writeSnapshot } from './snapshot.ts';
export type { Trace, TraceState } from './trace.ts';
export { type RoundTransaction, compareChainOrder } from './round-transaction.ts';
