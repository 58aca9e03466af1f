export { accountInterfacesOf } from './interfaces/account-interfaces.ts';
export { interfaceColumns } from './interfaces/interface-columns.ts';
export { joinAccountData } from './account-data/join-account-data.ts';
export { type AccountDataPlace, dataChangeRowsMax, readAccountData } from './account-data/read-account-data.ts';
export { readDataOfAccounts, readWholeData } from './account-data/read-data-of-accounts.ts';
export {
  checkedInterfaceRow,
  checkedRoundRow,
  interfaceKeyOf,
  interfaceKeySql,
  packInterfaceKeys,
  unpackInterfaceKeys,
} from './interfaces/interface-rows.ts';
export {
  actionPlaceRows,
  checkedProgressRow,
  checkedTraceRow,
  packAccountOfTrace,
  rangeOfVersion,
  traceAccountRows,
  unpackAccountOfTrace,
  versionOfClassification,
} from './actions/classified-trace-rows.ts';
export { addCheckedRow } from './row-checksum.ts';
export { readTransactionInputs } from './actions/read-transaction-inputs.ts';
export { type BlockOfTrace, packTracePlaces, unpackTracePlaces } from './actions/trace-places.ts';
export {
  bitAt,
  fingerprintOf,
  initialAccountBytes,
  initialStateChecksum,
  type LibraryRecord,
  packBits,
  packInitialAccount,
  packLibraries,
  packStatePlaces,
  resolvedChecksum,
  type StatePlaceRecord,
  unpackInitialAccounts,
  unpackLibraries,
  unpackStatePlaces,
} from './account-data/resolved-records.ts';
export {
  accountStateRow,
  currencyDictionaryOf,
  latestAccountStateRow,
  noAccountHash,
} from './account-states/account-state-row.ts';
export { currenciesHashOf } from './account-states/currencies-hash.ts';
export { addAccountStates } from './account-states/add-account-states.ts';
export { addToTouchedAccounts, type TouchedAccount } from './account-states/touched-account.ts';
export { rebuildAccount } from './account-states/rebuild-account.ts';
export { addBlockRows, addTransactionRows, type BlockWritten } from './add-block-rows.ts';
export { globalVersionOf } from './config-rows.ts';
export { BlockRowsError } from './block-rows-error.ts';
export {
  type BlockTables,
  byteLengthOf,
  createBlockTables,
  createRollback,
  resetTables,
  tablesInWriteOrder,
  writeStages,
} from './block-tables.ts';
export { compareInBlock } from './compare-in-block.ts';
export { decodeBlock } from './block-of-round.ts';
export { bodiesOfPart } from './parts/bodies-of-part.ts';
export { openEmulatedPart, writeEmulatedPart } from './parts/emulated-part.ts';
export { type MinedTransaction, writeMinedPart } from './parts/mined-part.ts';
export { partLinkRows } from './parts/part-link-rows.ts';
export { readPartContent, writePartContent } from './parts/part-content.ts';
export { type PartLinks, readPartLinks } from './parts/part-links.ts';
export { PART_STATE_COLUMNS, type PartSide, type PartState, writePartSide } from './parts/part-states.ts';
export {
  openTransactionPart,
  type PartReader,
  type PartTransaction,
  readTransactionPart,
} from './parts/read-transaction-part.ts';
export { stateInitBytes } from './state-init-rows.ts';
export {
  hasBodyTreesSql,
  hasParts,
  hasPartsSql,
  parseRowVersion,
  parserVersionSql,
  type RowVersion,
  rowVersionOf,
  turnOver,
} from './row-version.ts';
export type { BlockPlace } from './block-place.ts';
export {
  rebuildMessage,
  rebuildStateInit,
  rebuildTransaction,
  type StoredTransactionRows,
  type StoredTrees,
} from './rebuild-transaction.ts';
export {
  type AssembledRange,
  newRange,
  readRanges,
  versionOfRange,
  writeRanges,
} from './rounds/assembled-range.ts';
export { loadStoredRounds } from './rounds/stored-rounds.ts';
export { traceIdRows, traceRow } from './rounds/trace-rows.ts';
export {
  findStaleRows,
  type StaleRows,
} from './stale-rows/find-stale-rows.ts';
