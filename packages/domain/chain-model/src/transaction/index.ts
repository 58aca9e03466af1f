export { type ActionPhase } from './action-phase.ts';
export { type BouncePhase } from './bounce-phase.ts';
export {
  type ComputePhase,
  type ComputePhaseVm,
} from './compute-phase.ts';
export { type CreditPhase } from './credit-phase.ts';
export {
  type LoadedMessages,
  loadTransaction,
  loadTransactionKey,
} from './load-transaction.ts';
export { type SplitMergeInfo } from './split-merge-info.ts';
export { type StatusChange } from './status-change.ts';
export { type StoragePhase } from './storage-phase.ts';
export { storeTransaction } from './store-transaction.ts';
export { storeTransactionDescription } from './store-transaction-description.ts';
export { TransactionOutlines } from './transaction-outlines.ts';
export { resolveTransaction, type Transaction, type TransactionParts } from './transaction.ts';
export {
  absentDescriptionFields,
  type TransactionDescription,
} from './transaction-description.ts';
