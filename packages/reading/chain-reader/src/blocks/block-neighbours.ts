import { blockTransactionsTable, columnsSql, pickColumns } from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { type BlockKey, blockKeyText, parseBlockKeyText } from './blocks.ts';
import { hexOf } from '../store/bytes.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { blockKeysCondition, hexListLiteral } from '../store/sql.ts';

/** The first and the last transaction of an account in one block. */
export interface AccountInBlock {
  readonly firstLt: bigint;
  readonly lastLt: bigint;
}

const columns = pickColumns(blockTransactionsTable, 'workchain', 'shard', 'seqno', 'lt', 'account');

export function accountInBlockText(block: BlockKey, account: Uint8Array): string {
  return `${blockKeyText(block)} ${hexOf(account)}`;
}

/** Reads them by block and account as text. */
export function createAccountsInBlocks(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<AccountInBlock> {
  return createBatchedLookUp({
    ...bounds,
    async load(keyTexts) {
      const asked = keyTexts.map((text) => text.split(' '));
      const blocks = [...new Set(asked.map(([block = '']) => block))].map(parseBlockKeyText);
      const accounts = [...new Set(asked.map(([, account = '']) => account))];
      const rows = await store.select(
        columns,
        `SELECT ${columnsSql(columns)} FROM block_transactions
         WHERE ${blockKeysCondition(blocks)} AND account IN ${hexListLiteral(accounts)}`,
      );
      const found = new Map<string, AccountInBlock>();
      for (const { lt, account, ...block } of rows) {
        const key = accountInBlockText(block, account);
        const { firstLt, lastLt } = found.get(key) ?? { firstLt: lt, lastLt: lt };
        found.set(key, { firstLt: lt < firstLt ? lt : firstLt, lastLt: lt > lastLt ? lt : lastLt });
      }
      return found;
    },
  });
}
