export { addBlockRows, type BlockSource, type BlockWritten, type TransactionVisitor } from './add-block-rows.ts';
export { BlockRowsError, type BlockRowsErrorCode } from './block-rows-error.ts';
export {
  type BlockTables,
  byteLengthOf,
  createBlockTables,
  markTables,
  type TableRows,
  tablesInWriteOrder,
} from './block-tables.ts';
export { rowVersionOf } from './row-version.ts';
export { rebuildTransaction, type StoredTransaction, type StoredTransactionParts } from './rebuild-transaction.ts';
