import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CellBuilder, writeBag } from '@tonriver/boc';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import {
  type AccountDataRow,
  accountDataTable,
  type AccountStateRow,
  accountStatesTable,
  createRowBatch,
} from '@tonriver/row-schema';
import { createReadingStore, type ReadingStore } from '../store/reading-store.ts';
import { accountStateRow, bytes32 } from '../testing/rows.test-support.ts';
import { openTestStore } from '../testing/test-store.test-support.ts';
import { createRememberedData } from './remembered-data.ts';
import { readChangedAccounts, readStoredAccount } from './stored-account.ts';

const [BUSY, QUIET] = [bytes32('busy'), bytes32('quiet')];
const ROUNDS = [1, 2, 3, 4, 5];
const range = { firstSeqno: 1, linkedSeqno: 0, lastSeqno: 5, resolvedSeqno: 5 };
const dataOf = (round: number) => new CellBuilder().storeUint(round, 32).endCell();

/** Two transactions of the busy account in each round, one of the quiet account in the third. */
const states = [
  ...ROUNDS.flatMap((round) => [stateOf(BUSY, round, 1), stateOf(BUSY, round, 2)]),
  stateOf(QUIET, 1, 1),
  stateOf(QUIET, 3, 1),
];
let store: ClickHouseStore;
let reading: ReadingStore;

function stateOf(account: Uint8Array, round: number, place: number): AccountStateRow {
  const lt = BigInt(round * 10 + place);
  const dataHash = dataOf(round).hash();
  return accountStateRow({ account, lt, mcBlockSeqno: round, balance: lt, dataHash, rowVersion: 3 });
}

beforeAll(async () => {
  store = await openTestStore();
  reading = createReadingStore(store, 10);
  const rows = createRowBatch(accountStatesTable);
  for (const state of states) rows.add(state);
  // A row of an older version, and one that is known only as the state before a block.
  rows.add({ ...states[3]!, balance: 0n, rowVersion: 2 });
  rows.add({ ...states[3]!, lt: 24n, mcBlockSeqno: null, rowVersion: 0 });
  await store.insertRows(accountStatesTable, rows.rows());
  const data = createRowBatch(accountDataTable);
  for (const { workchain, account, lt, dataHash, mcBlockSeqno } of states) {
    const dataBoc = writeBag([dataOf(mcBlockSeqno!)]);
    data.add({ workchain, account, lt, dataHash: dataHash!, isWhole: true, dataBoc } as AccountDataRow);
  }
  await store.insertRows(accountDataTable, data.rows());
}, 60_000);
afterAll(() => store?.close());

const stateAt = async (hash: Uint8Array, seqno: number): Promise<AccountStateRow> =>
  (await readStoredAccount(reading, { workchain: 0, hash }, { seqno, range } as never)) as AccountStateRow;

it.each(ROUNDS.slice(1))('states that change in round %i are those that are read one by one', async (seqno) => {
  const after = [await stateAt(BUSY, seqno), ...(seqno === 3 ? [await stateAt(QUIET, seqno)] : [])];
  const changed = await readChangedAccounts(
    reading,
    after.map((row) => ({ ...row, round: seqno })),
  );
  expect(changed.toSorted(byAccount)).toEqual(after.toSorted(byAccount));
  expect(after[0]?.balance).toBe(BigInt(seqno * 10 + 2));
});

it('an earlier state of a round is not given for the last one, which a replica lacks', async () => {
  const changes = [
    { workchain: 0, account: BUSY, lt: 39n, round: 3 },
    { workchain: 0, account: QUIET, lt: 31n, round: 3 },
  ];
  const changed = await readChangedAccounts(reading, changes);
  expect(changed.map(({ account, lt }) => ({ workchain: 0, account, lt, round: 3 }))).toEqual([changes[1]]);
});

it('states of several rounds are read together', async () => {
  const after = [await stateAt(BUSY, 4), await stateAt(QUIET, 3)];
  const changes = after.map((row) => ({ ...row, round: row.mcBlockSeqno! }));
  expect(changes.map(({ round }) => round)).toEqual([4, 3]);
  const changed = await readChangedAccounts(reading, changes);
  expect(changed.toSorted(byAccount)).toEqual(after.toSorted(byAccount));
});

/** Reads data, and says with which queries. */
function watchedData() {
  const queries: string[] = [];
  const watched: ReadingStore = {
    ...reading,
    select: (...call: Parameters<ReadingStore['select']>) => {
      if (call[1].includes('account_data')) queries.push(call[1]);
      return reading.select(...call);
    },
  } as ReadingStore;
  const data = createRememberedData(watched, { keysMax: 100, queriesMax: 1, waitingKeysMax: 100 });
  const get = async (account: Uint8Array, seqno: number) => {
    const { lt, dataHash } = await stateAt(account, seqno);
    return await data.get({ workchain: 0, hash: account }, { lt, dataHash: dataHash! });
  };
  return { queries, data, get };
}

it('data that were asked for are read for new states, others are not', async () => {
  const { queries, data, get } = watchedData();
  expect(await get(BUSY, 2)).toEqual(writeBag([dataOf(2)]));
  await data.renew([await stateAt(BUSY, 3), await stateAt(QUIET, 3)]);
  queries.length = 0;
  expect(await get(BUSY, 3)).toEqual(writeBag([dataOf(3)]));
  expect(queries).toEqual([]);
  expect(await get(QUIET, 3)).toEqual(writeBag([dataOf(3)]));
  // Those of a state of before are remembered too.
  expect(await get(BUSY, 2)).toEqual(writeBag([dataOf(2)]));
  expect(await get(BUSY, 3)).toBe(await get(BUSY, 3));
  expect(queries).toHaveLength(1);
});

it('data that have a row of their own are read ahead with one query, of contracts that were asked for', async () => {
  const { queries, data, get } = watchedData();
  await get(BUSY, 2);
  queries.length = 0;
  const states = [await stateAt(BUSY, 3), await stateAt(QUIET, 3)];
  await data.readAhead(states.map(({ workchain, account, lt }) => ({ workchain, account, lt })));
  expect(queries).toHaveLength(1);
  await data.renew(states);
  expect(await get(BUSY, 3)).toEqual(writeBag([dataOf(3)]));
  expect(queries).toHaveLength(1);
});

it('data that many ask for at once are read once, and those of an account that stays as it is never again', async () => {
  const { queries, get } = watchedData();
  const [first, second] = await Promise.all([get(QUIET, 1), get(QUIET, 2)]);
  expect(first).toBe(second);
  expect(await get(QUIET, 2)).toBe(first);
  expect(queries).toHaveLength(1);
});

it('data that are not stored yet are asked for again', async () => {
  const { queries, data } = watchedData();
  const state = { lt: 11n, dataHash: bytes32('not stored') };
  expect(await data.get({ workchain: 0, hash: QUIET }, state)).toBeUndefined();
  expect(await data.get({ workchain: 0, hash: QUIET }, state)).toBeUndefined();
  expect(queries).toHaveLength(2);
});

function byAccount(left: AccountStateRow, right: AccountStateRow): number {
  return Buffer.compare(left.account, right.account);
}
