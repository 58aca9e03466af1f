import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { accountStatesTable, createRowBatch, type AccountStateRow, type TableDefinition } from '@tonriver/row-schema';
import { createReadingStore } from '../store/reading-store.ts';
import { hexOf } from '../store/bytes.ts';
import { accountStateRow, bytes32 } from '../testing/rows.test-support.ts';
import { openTestStore } from '../testing/test-store.test-support.ts';
import type { ShardEnds } from '../visibility/shard-ends.ts';
import { accountAtKeyText, createAccountCodes } from './account-codes.ts';

const bounds = { keysMax: 100, queriesMax: 1, waitingKeysMax: 1000 };
const WATERMARK = 7;
const ends: ShardEnds = [{ workchain: 0, shard: 0x8000000000000000n, endLt: 100n }];
const account = bytes32('account');
const [visible, later, partial] = [bytes32('visible code'), bytes32('later code'), bytes32('code of a partial block')];

let store: ClickHouseStore;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store?.close());

/** The code at the watermark, when these states of the account are stored. */
async function codeWith(rows: readonly Partial<AccountStateRow>[], known: ShardEnds = ends) {
  await store.command(`TRUNCATE TABLE ${accountStatesTable.name} SYNC`);
  const batch = createRowBatch(accountStatesTable as TableDefinition<AccountStateRow>);
  for (const row of rows) batch.add(accountStateRow({ account, ...row }));
  await store.insertRows(accountStatesTable, batch.rows());
  const codes = createAccountCodes(createReadingStore(store, 10), async () => known, bounds);
  const key = accountAtKeyText({ workchain: 0, accountHex: hexOf(account), indexedSeqno: WATERMARK });
  const [state] = await codes.getMany([key]);
  return state === undefined ? undefined : Buffer.compare(state.codeHash!, visible) === 0 ? 'visible' : 'another';
}

const ofRound = { lt: 50n, mcBlockSeqno: WATERMARK, codeHash: visible };
/** Known only as the state before a block. */
const before = { mcBlockSeqno: null, rowVersion: 0 };

it('a state before a block that comes after the watermark is not visible', async () => {
  expect(await codeWith([ofRound, { ...before, lt: 101n, codeHash: later }])).toBe('visible');
  expect(await codeWith([{ ...before, lt: 101n, codeHash: later }])).toBeUndefined();
});

it('a state before a block counts as far as its shard is visible', async () => {
  expect(
    await codeWith([
      { ...ofRound, codeHash: later },
      { ...before, lt: 100n, codeHash: visible },
    ]),
  ).toBe('visible');
});

it('a state of a partial block counts', async () => {
  expect(await codeWith([ofRound, { lt: 101n, mcBlockSeqno: null, codeHash: partial }])).toBe('another');
});

it('while nothing is indexed, a state before a block counts', async () => {
  expect(await codeWith([{ ...before, lt: 101n, codeHash: visible }], [])).toBe('visible');
});
