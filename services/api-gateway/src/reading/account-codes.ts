import { accountStatesTable, columnsSql, pickColumns } from '@tonriver/clickhouse';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { hexOf } from './bytes.ts';
import type { LookUpBounds } from './look-up-bounds.ts';
import type { ReadingStore } from './reading-store.ts';
import { accountsCondition, visibleCondition } from './sql.ts';

const columns = pickColumns(accountStatesTable, 'workchain', 'account', 'lt', 'code_hash');

/** An account at a watermark, as key text: answers at one watermark are the same whatever came in meanwhile. */
export interface AccountAt {
  readonly workchain: number;
  /** Upper-case hexadecimal. */
  readonly accountHex: string;
  readonly indexedSeqno: number;
}

export function accountAtKeyText({ workchain, accountHex, indexedSeqno }: AccountAt): string {
  return `${indexedSeqno} ${workchain} ${accountHex}`;
}

function parseAccountAtKeyText(text: string): AccountAt {
  const [indexedSeqno, workchain, accountHex = ''] = text.split(' ');
  return { workchain: Number(workchain), accountHex, indexedSeqno: Number(indexedSeqno) };
}

/** Code hash of accounts in their newest visible state; undefined without a state or without code. */
export function createAccountCodes(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<Uint8Array> {
  return createBatchedLookUp({
    ...bounds,
    async load(keyTexts) {
      const found = new Map<string, Uint8Array>();
      // Seldom more than one watermark: look-ups wait for milliseconds.
      const asked = keyTexts.map(parseAccountAtKeyText);
      for (const indexedSeqno of new Set(asked.map((key) => key.indexedSeqno))) {
        const accounts = asked.filter((key) => key.indexedSeqno === indexedSeqno);
        const identity = 'workchain, account';
        const rows = await store.select(
          columns,
          `SELECT ${columnsSql(columns)} FROM account_states
           WHERE ${accountsCondition(accounts)} AND ${visibleCondition(indexedSeqno)}
           ORDER BY ${identity}, lt DESC, row_version DESC LIMIT 1 BY ${identity}`,
        );
        for (const { workchain, account, codeHash } of rows) {
          const key = accountAtKeyText({ workchain, accountHex: hexOf(account), indexedSeqno });
          if (codeHash !== null) found.set(key, codeHash);
        }
      }
      return found;
    },
  });
}
