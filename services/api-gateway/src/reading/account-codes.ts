import {
  accountStatesTable,
  columnsSql,
  type LatestAccountStateRow,
  latestAccountStatesTable,
  pickColumns,
} from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { hexOf } from './bytes.ts';
import type { LookUpBounds } from './look-up-bounds.ts';
import { newestRows } from './newest-rows.ts';
import type { ReadingStore } from './reading-store.ts';
import { isBeforeEnd, type ReadShardEnds, type ShardEnds } from './shard-ends.ts';
import { accountsCondition, visibleCondition } from './sql.ts';

const columns = pickColumns(accountStatesTable, 'workchain', 'account', 'lt', 'code_hash');
const latestColumns = pickColumns(latestAccountStatesTable, 'workchain', 'account', 'lt', 'code_hash');

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

/** The members of the newest visible state of an account that tell its code. */
export interface NewestState {
  /** Of the last transaction before the state. */
  readonly lt: bigint;
  readonly codeHash: Uint8Array | null;
}

/**
 * The newest visible state of accounts; undefined without one.
 *
 * The newest state of all is one row per account, and nearly always a visible one: what it says holds then. Only of
 * accounts without such a row, or with a newer state than readers may see, the history is read, which may be long.
 */
export function createAccountCodes(
  store: ReadingStore,
  shardEnds: ReadShardEnds,
  bounds: LookUpBounds,
): BatchedLookUp<NewestState> {
  return createBatchedLookUp({
    ...bounds,
    async load(keyTexts) {
      const found = new Map<string, NewestState>();
      // Seldom more than one watermark: look-ups wait for milliseconds.
      const asked = keyTexts.map(parseAccountAtKeyText);
      for (const indexedSeqno of new Set(asked.map((key) => key.indexedSeqno))) {
        const accounts = asked.filter((key) => key.indexedSeqno === indexedSeqno);
        const ends = await shardEnds(indexedSeqno);
        for (const row of await readCodes(store, accounts, indexedSeqno, ends)) {
          const { workchain, account } = row;
          found.set(accountAtKeyText({ workchain, accountHex: hexOf(account), indexedSeqno }), row);
        }
      }
      return found;
    },
  });
}

type CodeRow = Pick<LatestAccountStateRow, 'workchain' | 'account' | 'lt' | 'codeHash'>;

async function readCodes(
  store: ReadingStore,
  accounts: readonly AccountAt[],
  indexedSeqno: number,
  ends: ShardEnds,
): Promise<readonly CodeRow[]> {
  const rows = await store.select(
    latestColumns,
    `SELECT ${columnsSql(latestColumns)} FROM latest_account_states WHERE ${accountsCondition(accounts)}`,
  );
  const newest = newestRows(rows, accountText, ({ lt }) => lt);
  const isKnown = (row: CodeRow): boolean => isBeforeEnd(ends, row);
  const hidden = accounts.filter(({ workchain, accountHex }) => {
    const row = newest.get(`${workchain}:${accountHex}`);
    return row === undefined || !isKnown(row);
  });
  const known = [...newest.values()].filter(isKnown);
  return hidden.length === 0 ? known : [...known, ...(await readHistories(store, hidden, indexedSeqno))];
}

async function readHistories(
  store: ReadingStore,
  accounts: readonly AccountAt[],
  indexedSeqno: number,
): Promise<readonly CodeRow[]> {
  const identity = 'workchain, account';
  return await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM account_states
     WHERE ${accountsCondition(accounts)} AND ${visibleCondition(indexedSeqno)}
     ORDER BY ${identity}, lt DESC, row_version DESC LIMIT 1 BY ${identity}`,
  );
}

function accountText({ workchain, account }: Pick<CodeRow, 'workchain' | 'account'>): string {
  return `${workchain}:${hexOf(account)}`;
}
