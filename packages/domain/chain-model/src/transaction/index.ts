export { type ActionPhase, loadActionPhase, storeActionPhase } from './action-phase.ts';
export {
  type BouncePhase,
  type BouncePhaseNegativeFunds,
  type BouncePhaseNoFunds,
  type BouncePhaseOk,
  loadBouncePhase,
  storeBouncePhase,
} from './bounce-phase.ts';
export {
  type ComputePhase,
  type ComputePhaseSkipped,
  type ComputePhaseVm,
  type ComputeSkipReason,
  loadComputePhase,
  storeComputePhase,
} from './compute-phase.ts';
export { type CreditPhase, loadCreditPhase, storeCreditPhase } from './credit-phase.ts';
export { type LoadedMessages, loadTransaction } from './load-transaction.ts';
export { loadTransactionDescription } from './load-transaction-description.ts';
export { loadSplitMergeInfo, type SplitMergeInfo, storeSplitMergeInfo } from './split-merge-info.ts';
export { loadStatusChange, type StatusChange, storeStatusChange } from './status-change.ts';
export { loadStoragePhase, type StoragePhase, storeStoragePhase } from './storage-phase.ts';
export { storeTransaction } from './store-transaction.ts';
export { storeTransactionDescription } from './store-transaction-description.ts';
export { resolveTransaction, type Transaction, type TransactionParts } from './transaction.ts';
export {
  absentDescriptionFields,
  type MergeInstallDescription,
  type MergePrepareDescription,
  type OrdinaryDescription,
  type SplitInstallDescription,
  type SplitPrepareDescription,
  type StorageDescription,
  type TickTockDescription,
  type TransactionDescription,
} from './transaction-description.ts';
