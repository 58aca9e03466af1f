export { RowSchemaError, type RowSchemaErrorCode } from './row-schema-error.ts';
export type { QueryParameter, QueryParameters, RowReader } from './row-reader.ts';
export { RowBinaryWriter } from './row-binary/row-binary-writer.ts';
export { RowBinaryReader } from './row-binary/row-binary-reader.ts';
export * from './tables/column-type.ts';
export {
  type ColumnDefinition,
  type ColumnList,
  decodeRow,
  encoderOf,
  rowDecoderOf,
  rowPropertyOf,
  type RowOf,
  type TableDefinition,
} from './tables/table-definition.ts';
export { type MessageDirection, partitionsPerInsertMax } from './tables/shared-columns.ts';
export { accountTables, allTables, chainTables, resolverTables } from './tables/all-tables.ts';
export {
  packColumnName,
  packConsistencySql,
  packedColumnsOf,
  packExpression,
  type RowPack,
  rowPackOf,
} from './tables/row-pack.ts';
export { createRowBatch, type RowBatch, type RowBinaryRows } from './tables/row-batch.ts';
export { columnsSql, pickColumns } from './tables/pick-columns.ts';
export {
  assemblerSnapshotsTable,
  encodeAssemblerSnapshotRow,
  type AssemblerSnapshotRow,
} from './tables/assembler-snapshots.ts';
export { accountDataTable, encodeAccountDataRow, type AccountDataRow } from './tables/account-data.ts';
export { accountStatesTable, encodeAccountStateRow, type AccountStateRow } from './tables/account-states.ts';
export { configsTable, encodeConfigRow, type ConfigRow } from './tables/configs.ts';
export {
  latestAccountStatesTable,
  encodeLatestAccountStateRow,
  type LatestAccountStateRow,
} from './tables/latest-account-states.ts';
export { librariesTable, encodeLibraryRow, type LibraryRow } from './tables/libraries.ts';
export { initialStatesTable, encodeInitialStateRow, type InitialStateRow } from './tables/initial-states.ts';
export {
  resolvedAccountsTable,
  encodeResolvedAccountsRow,
  type ResolvedAccountsRow,
} from './tables/resolved-accounts.ts';
export { resolvedBlocksTable, encodeResolvedBlockRow, type ResolvedBlockRow } from './tables/resolved-blocks.ts';
export { stateProgressTable, encodeStateProgressRow, type StateProgressRow } from './tables/state-progress.ts';
export { blockDigestsTable, encodeBlockDigestRow, type BlockDigestRow } from './tables/block-digests.ts';
export {
  blockTransactionsTable,
  encodeBlockTransactionRow,
  type BlockTransactionRow,
} from './tables/block-transactions.ts';
export { blocksTable, encodeBlockRow, type BlockRow } from './tables/blocks.ts';
export { bodyHashesTable, encodeBodyHashRow, type BodyHashRow } from './tables/body-hashes.ts';
export { cellTreesTable, encodeCellTreeRow, type CellTreeRow } from './tables/cell-trees.ts';
export { deploymentTable, encodeDeploymentRow, type DeploymentRow } from './tables/deployment.ts';
export {
  masterchainShardsTable,
  encodeMasterchainShardRow,
  type MasterchainShardRow,
} from './tables/masterchain-shards.ts';
export { messageHashesTable, encodeMessageHashRow, type MessageHashRow } from './tables/message-hashes.ts';
export { messagesTable, encodeMessageRow, type MessageRow } from './tables/messages.ts';
export { opcodesTable, encodeOpcodeRow, type OpcodeRow } from './tables/opcodes.ts';
export { roundBlocksTable, encodeRoundBlockRow, type RoundBlockRow } from './tables/round-blocks.ts';
export { roundsTable, encodeRoundRow, type RoundRow } from './tables/rounds.ts';
export { stateInitsTable, encodeStateInitRow, type StateInitRow } from './tables/state-inits.ts';
export { traceIdsTable, encodeTraceIdRow, type TraceIdRow } from './tables/trace-ids.ts';
export { tracesTable, encodeTraceRow, type TraceRow } from './tables/traces.ts';
export {
  transactionHashesTable,
  encodeTransactionHashRow,
  type TransactionHashRow,
} from './tables/transaction-hashes.ts';
export { transactionsTable, encodeTransactionRow, type TransactionRow } from './tables/transactions.ts';
export { watermarksTable, encodeWatermarkRow, type WatermarkRow } from './tables/watermarks.ts';
export { hashListSql, hashSql } from './sql/hash-list.ts';
export { addPackSql, type ClusterOptions, createTableSql } from './sql/create-table-sql.ts';
export { compareByKey, digestOfEncodedRows, digestOfRows, emptyDigest, type RowDigest } from './digests/row-digest.ts';
export { digestColumns, type DigestedTable, digestedTables, digestSql } from './digests/digest-sql.ts';
export { identifier, stringLiteral } from './sql/sql-literal.ts';
