import { hasParts } from '@tonriver/block-rows';
import { columnsSql, pickColumns, transactionHashesTable, transactionsTable } from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { hexOf } from './bytes.ts';
import type { LookUpBounds } from './look-up-bounds.ts';
import { newestRows } from './newest-rows.ts';
import type { ReadingStore } from './reading-store.ts';
import { hexListLiteral, transactionKeysCondition } from './sql.ts';
import { parseTransactionKeyText, type TransactionKey, transactionKeyText } from './transaction-key.ts';

/** The hash and the place of a transaction. */
export interface TransactionHead {
  readonly hash: Uint8Array;
  readonly mcBlockSeqno: number | null;
  readonly blockShard: bigint;
  readonly blockSeqno: number;
  /** The transactions of its block are in parts. */
  readonly hasParts: boolean;
}

const headColumns = pickColumns(
  transactionsTable,
  'workchain',
  'account',
  'lt',
  'hash',
  'block_shard',
  'block_seqno',
  'mc_block_seqno',
  'row_version',
);
const hashColumns = pickColumns(
  transactionHashesTable,
  'hash',
  'workchain',
  'account',
  'lt',
  'row_version',
  'mc_block_seqno',
);

/** Reads hash and place of transactions by key text. */
export function createTransactionHeads(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<TransactionHead> {
  return createBatchedLookUp({
    ...bounds,
    async load(keyTexts) {
      const rows = await store.select(
        headColumns,
        `SELECT ${columnsSql(headColumns)} FROM transactions
         WHERE ${transactionKeysCondition(keyTexts.map(parseTransactionKeyText))}`,
      );
      const heads = rows.map((row) => ({ ...row, hasParts: hasParts(row) }));
      return newestRows(heads, transactionKeyText, ({ rowVersion }) => rowVersion);
    },
  });
}

/** Reads keys of transactions by transaction hash (upper-case hexadecimal). */
export function createTransactionKeys(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<TransactionKey> {
  return createBatchedLookUp({
    ...bounds,
    async load(hashes) {
      const rows = await store.select(
        hashColumns,
        `SELECT ${columnsSql(hashColumns)} FROM transaction_hashes WHERE hash IN ${hexListLiteral(hashes)}`,
      );
      return newestRows(
        rows,
        ({ hash }) => hexOf(hash),
        ({ rowVersion }) => rowVersion,
      );
    },
  });
}
