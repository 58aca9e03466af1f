import { hasParts } from '@tonriver/block-rows';
import { blockTransactionsTable, columnsSql, pickColumns, transactionsTable } from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { parseBlockKeyText } from '../blocks/blocks.ts';
import { groupedBy } from '../store/grouped-by.ts';
import { placeText } from './hash-places.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import { newestRows } from '../store/newest-rows.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { blockKeysCondition, transactionKeysCondition } from '../store/sql.ts';
import { parseTransactionKeyText, type TransactionKey, transactionKeyText } from './transaction-key.ts';

/** The place of a transaction. */
export interface TransactionHead {
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
  'block_shard',
  'block_seqno',
  'mc_block_seqno',
  'row_version',
);
const timeColumns = pickColumns(blockTransactionsTable, 'workchain', 'shard', 'seqno', 'lt', 'account');

/** Reads the place of transactions by key text. */
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

/** Reads the keys of the transactions at places (`placeText`), of several accounts. */
export function createKeysOfTimes(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<readonly TransactionKey[]> {
  return createBatchedLookUp({
    ...bounds,
    async load(placeTexts) {
      const places = placeTexts.map((text) => text.split('/'));
      const blocks = places.map(([block = '']) => parseBlockKeyText(block));
      const lts = new Set(places.map(([, lt]) => BigInt(lt ?? '').toString()));
      const rows = await store.select(
        timeColumns,
        `SELECT DISTINCT ${columnsSql(timeColumns)} FROM block_transactions
         WHERE ${blockKeysCondition(blocks)} AND lt IN (${[...lts].join(', ')})`,
      );
      return groupedBy(rows, (row) => placeText({ ...row, mcBlockSeqno: null }));
    },
  });
}
