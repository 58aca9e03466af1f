import {
  accountStatesTable,
  columnsSql,
  type LatestAccountStateRow,
  latestAccountStatesTable,
  pickColumns,
} from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { hexOf } from '../store/bytes.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import { newestRows } from '../store/newest-rows.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import {
  isBeforeEnd,
  type ReadShardEnds,
  type ShardEnds,
  statesOfNoBlockConditions,
} from '../visibility/shard-ends.ts';
import { accountsCondition } from '../store/sql.ts';

const columns = pickColumns(accountStatesTable, 'workchain', 'account', 'lt', 'code_hash');
const latestColumns = pickColumns(latestAccountStatesTable, 'workchain', 'account', 'lt', 'code_hash');

/** Returns the key text of an account at a watermark. Answers at one watermark must not change when rows are added. */
export interface AccountAt {
  readonly workchain: number;
  /** Upper-case hexadecimal. */
  readonly accountHex: string;
  readonly indexedSeqno: number;
}

export function accountAtKeyText({ workchain, accountHex, indexedSeqno }: AccountAt): string {
  return `${indexedSeqno} ${workchain} ${accountHex}`;
}

/** The inverse of `accountAtKeyText`. */
export function parseAccountAtKeyText(text: string): AccountAt {
  const [indexedSeqno, workchain, accountHex = ''] = text.split(' ');
  return { workchain: Number(workchain), accountHex, indexedSeqno: Number(indexedSeqno) };
}

/** The members of an account's newest visible state from which its code is known. */
export interface NewestState {
  /** The lt of the last transaction before the state. */
  readonly lt: bigint;
  readonly codeHash: Uint8Array | null;
}

/**
 * Returns the newest visible state of accounts; undefined without one.
 *
 * Reads the newest state first, which is one row per account and nearly always visible. Reads the history, which may be
 * long, only for accounts without such a row or with a newest state that is not visible yet.
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
      // There is seldom more than one watermark, because look-ups wait only milliseconds.
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
  return hidden.length === 0 ? known : [...known, ...(await readHistories(store, hidden, indexedSeqno, ends))];
}

/** Partial blocks count. A state before a block is of no block itself, and counts as far as its shard is visible. */
async function readHistories(
  store: ReadingStore,
  accounts: readonly AccountAt[],
  indexedSeqno: number,
  ends: ShardEnds,
): Promise<readonly CodeRow[]> {
  const identity = 'workchain, account';
  const isVisible = [
    `mc_block_seqno <= ${Math.max(indexedSeqno, 0)}`,
    '(mc_block_seqno IS NULL AND row_version > 0)',
    // While no ends are known, nothing is indexed, and everything that is stored is shown.
    ...(ends.length === 0 ? ['row_version = 0'] : statesOfNoBlockConditions(ends, accounts)),
  ];
  return await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM account_states
     WHERE ${accountsCondition(accounts)} AND (${isVisible.join(' OR ')})
     ORDER BY ${identity}, lt DESC, row_version DESC LIMIT 1 BY ${identity}`,
  );
}

function accountText({ workchain, account }: Pick<CodeRow, 'workchain' | 'account'>): string {
  return `${workchain}:${hexOf(account)}`;
}
