// The readers.
export { type ChainReader, createChainReader } from './chain-reader.ts';
export { createStateReader, type StateReader } from './state/state-reader.ts';
export type { IndexedBlock, IndexedRange } from './state/indexed-block.ts';
export { createZeroState, type ZeroState } from './blocks/zero-state.ts';
export { ReadingError } from './reading-error.ts';
export { type BlockRecord, type Finality, finalityOf, isStored } from './finality.ts';

// Which rows are visible, and which must be there.
export { createWatermark, type Visibility, type Watermark } from './visibility/watermark.ts';
export { type ActionsSeqno, readActionsSeqno } from './visibility/actions-seqno.ts';
export { isInRange, isVisible, type VisibleRounds } from './visibility/required-rows.ts';
export { createShardEnds, isBeforeEnd, type ShardEnds, statesOfNoBlockConditions } from './visibility/shard-ends.ts';
export { createHoleAlarm, type HoleAlarm, HoleError } from './visibility/holes.ts';

// Queries: how they are sent, shared, limited and given up.
export { createReadingStore, createReadingStores, type ReadingStore } from './store/reading-store.ts';
export {
  accountsCondition,
  bytesLiteral,
  visibleCondition,
  transactionKeysCondition,
  hexListLiteral,
  blockKeysCondition,
} from './store/sql.ts';
export { newestRows } from './store/newest-rows.ts';
export { type BatchedLookUp, createBatchedLookUp } from './look-up/batched-look-up.ts';
export type { LookUpBounds } from './look-up/look-up-bounds.ts';
export { createQueryGate, type QueryGate } from './look-up/query-gate.ts';
export { createSingleFlight } from './look-up/single-flight.ts';
export { callerGone, checkCallerWaits, runForCaller } from './look-up/caller.ts';
export { hexOf, isSameBytes } from './store/bytes.ts';

// Blocks.
export { type BlockKey, blockKeyText, MASTERCHAIN, MASTERCHAIN_SHARD, type ShardTop } from './blocks/blocks.ts';
export { type BlockVersion, EXTRA_FLAGS_GLOBAL_VERSION } from './blocks/global-versions.ts';

// Transactions and messages.
export {
  compareTransactionKeys,
  parseTransactionKeyText,
  type TransactionKey,
  transactionKeyText,
} from './transactions/transaction-key.ts';
export {
  type FoundTransaction,
  placeOf,
  recordsOfPlaced,
  type TransactionRecord,
} from './transactions/transaction-records.ts';
export {
  partKeyText,
  type PlacedTransaction,
  type PrintedTransaction,
  type TransactionPart,
} from './transactions/transaction-parts.ts';
export { isOfMasterchain, sentMessages, type TransactionLinks } from './transactions/part-links.ts';
export {
  type MessagePlace,
  PLACES_PER_HASH_MAX,
  placeText,
  type TransactionPlace,
} from './transactions/hash-places.ts';
export type { MessageIndexQuery } from './transactions/message-index.ts';

// Accounts.
export type { KnownState, StatesOfTransaction } from './accounts/account-states.ts';
export { accountAtKeyText, type NewestState } from './accounts/account-codes.ts';
export type { DomainPlace } from './accounts/domain-names.ts';
export { accountInStateKeyText, type TokenRow } from './accounts/tokens.ts';
export { createHiddenCurrencies, showCurrencies } from './accounts/hidden-currencies.ts';
export { groupedBy } from './store/grouped-by.ts';
