export { RowSchemaError } from './row-schema-error.ts';
export type { QueryParameter, QueryParameters, RowReader } from './row-reader.ts';
export { RowBinaryWriter } from './row-binary/row-binary-writer.ts';
export { RowBinaryReader } from './row-binary/row-binary-reader.ts';
export * from './tables/column-type.ts';
export {
  type ColumnDefinition,
  type ColumnList,
  decodeRow,
  rowDecoderOf,
  rowPropertyOf,
  type RowOf,
  type TableDefinition,
} from './tables/table-definition.ts';
export { accountStatusNumbers, type MessageDirection } from './tables/shared-columns.ts';
export { allTables } from './tables/all-tables.ts';
export {
  packColumnName,
  packConsistencySql,
  packedColumnsOf,
  rowPackOf,
  writtenPackSql,
  rowBytesSql,
} from './tables/row-pack.ts';
export { createRowBatch, type RowBatch, type RowBinaryRows } from './tables/row-batch.ts';
export { columnsSql, pickColumns } from './tables/pick-columns.ts';
export {
  assemblerSnapshotsTable,
  type AssemblerSnapshotRow,
} from './tables/assembler-snapshots.ts';
export { type ActionPlaceRow, actionPlacesTable } from './tables/action-places.ts';
export { type ActionsProgressRow, actionsProgressTable } from './tables/actions-progress.ts';
export { type ClassifiedTraceRow, classifiedTracesTable } from './tables/classified-traces.ts';
export { type TraceAccountRow, traceAccountsTable } from './tables/trace-accounts.ts';
export { accountDataTable, type AccountDataRow } from './tables/account-data.ts';
export {
  type AccountStateRow,
  accountStatesTable,
  balanceStepSql,
  leastBalanceOfStep,
} from './tables/account-states.ts';
export { configsTable, type ConfigRow } from './tables/configs.ts';
export {
  latestAccountStatesTable,
  type LatestAccountStateRow,
} from './tables/latest-account-states.ts';
export { librariesTable, type LibraryRow } from './tables/libraries.ts';
export { type DetectedRoundRow, detectedRoundsTable } from './tables/detected-rounds.ts';
export { type DomainNameRow, domainNamesTable } from './tables/domain-names.ts';
export { initialStatesTable, type InitialStateRow } from './tables/initial-states.ts';
export {
  resolvedAccountsTable,
  type ResolvedAccountsRow,
} from './tables/resolved-accounts.ts';
export { resolvedBlocksTable, type ResolvedBlockRow } from './tables/resolved-blocks.ts';
export { stateProgressTable, type StateProgressRow } from './tables/state-progress.ts';
export { blockDigestsTable, type BlockDigestRow } from './tables/block-digests.ts';
export {
  blockTransactionsTable,
  type BlockTransactionRow,
} from './tables/block-transactions.ts';
export { blocksByFileHash, blocksTable, type BlockRow } from './tables/blocks.ts';
export { bodyHashesTable, type BodyHashRow } from './tables/body-hashes.ts';
export { cellTreesTable, type CellTreeRow } from './tables/cell-trees.ts';
export {
  type ContractInterfaceRow,
  contractInterfacesTable,
  encodeInterfaceRowOfFirstGeneration,
  interfaceKindNumbers,
  noInterfaceColumns,
} from './tables/contract-interfaces.ts';
export { deploymentTable, type DeploymentRow } from './tables/deployment.ts';
export {
  masterchainShardsTable,
  type MasterchainShardRow,
} from './tables/masterchain-shards.ts';
export { type MessagePlaceRow, messagePlacesTable } from './tables/message-places.ts';
export { type TransactionPlaceRow, transactionPlacesTable } from './tables/transaction-places.ts';
export { hashPrefixOf, hashPrefixSql, messageNamesSql } from './tables/hash-prefix.ts';
export { messagesTable, type MessageRow } from './tables/messages.ts';
export { opcodesTable, type OpcodeRow } from './tables/opcodes.ts';
export { blocksOfRoundsTable, type BlockOfRoundRow } from './tables/blocks-of-rounds.ts';
export { roundBlocksTable, type RoundBlockRow } from './tables/round-blocks.ts';
export { roundsTable, type RoundRow } from './tables/rounds.ts';
export { stateInitsTable, type StateInitRow } from './tables/state-inits.ts';
export { traceIdsTable, type TraceIdRow } from './tables/trace-ids.ts';
export { tracesTable, type TraceRow } from './tables/traces.ts';
export {
  NO_ROUND,
  TRANSACTIONS_PER_PART,
  transactionPartsTable,
  type TransactionPartRow,
} from './tables/transaction-parts.ts';
export { transactionsTable, type TransactionRow } from './tables/transactions.ts';
export { watermarksTable, type WatermarkRow } from './tables/watermarks.ts';
export { hashListSql, hashSql } from './sql/hash-list.ts';
export { keyTupleSql } from './sql/key-tuple.ts';
export { type ClusterOptions, createTableSql, onClusterSql } from './sql/create-table-sql.ts';
export { compareByKey, digestOfRows, emptyDigest, type RowDigest } from './digests/row-digest.ts';
export {
  digestColumns,
  type DigestedTable,
  digestedTables,
  type DigestLayout,
  digestLayoutOf,
  digestSql,
} from './digests/digest-sql.ts';
export { schemaVersion } from './schema-version.ts';
export { identifier, stringLiteral } from './sql/sql-literal.ts';
