import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { noAccountHash } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import {
  type AccountStateRow,
  accountStatesTable,
  createRowBatch,
  stateProgressTable,
  transactionsTable,
} from '@tonriver/row-schema';
import { createReadingStore, type ReadingStore } from '../store/reading-store.ts';
import { accountStateRow, bytes32, transactionRow } from '../testing/rows.test-support.ts';
import { openTestStore } from '../testing/test-store.test-support.ts';
import type { IndexedBlock } from './indexed-block.ts';
import { readStoredAccount } from './stored-account.ts';
import { createStoredAccounts, readStoredAccounts } from './stored-accounts.ts';

/** Rounds of the range. */
const [FIRST, LAST] = [10, 30];
const ltOf = (round: number, place = 1): bigint => BigInt(round) * 300_000_000n + BigInt(place);
const hashOf = (name: string): Uint8Array => bytes32(name);
const addressOf = (name: string) => ({ workchain: 0, hash: hashOf(name) });
const BOUNDS = { keysMax: 100, queriesMax: 1, waitingKeysMax: 1_000 };

const NAMES = ['early', 'often', 'old', 'initial', 'created later', 'above', 'both', 'never', 'elsewhere'];
const states = [
  stateOf('early', FIRST, 1),
  ...Array.from({ length: LAST - FIRST + 1 }, (_, index) => stateOf('often', FIRST + index, 1)),
  stateOf('often', 20, 2),
  // Before the range: of a block, and from the initial states.
  stateOf('old', 3, 1),
  { ...stateOf('initial', 0, 0), mcBlockSeqno: null, rowVersion: 0 },
  stateOf('created later', 25, 1),
  // Above the watermark, and the state before a block that is there.
  stateOf('above', LAST + 5, 1),
  { ...stateOf('above', 2, 1), mcBlockSeqno: null, rowVersion: 0 },
  { ...stateOf('both', LAST + 3, 1), mcBlockSeqno: null, rowVersion: 0 },
  stateOf('both', LAST + 3, 1),
  stateOf('both', 12, 1),
  { ...stateOf('elsewhere', 12, 1), workchain: -1 },
];
let store: ClickHouseStore;
let reading: ReadingStore;

function stateOf(name: string, round: number, place: number): AccountStateRow {
  const [lt, hash] = [ltOf(round, place), bytes32(`${name} ${round} ${place}`)];
  return accountStateRow({ account: hashOf(name), lt, hash, mcBlockSeqno: round, balance: lt, rowVersion: 3 });
}

beforeAll(async () => {
  store = await openTestStore();
  reading = createReadingStore(store, 10);
  const rows = createRowBatch(accountStatesTable);
  for (const state of states) rows.add(state);
  rows.add({ ...stateOf('often', 15, 1), balance: 0n, rowVersion: 2 });
  await store.insertRows(accountStatesTable, rows.rows());
  const transactions = createRowBatch(transactionsTable);
  const add = (name: string, round: number, before: { readonly hash: Uint8Array; readonly lt: bigint }): void =>
    transactions.add(
      transactionRow({
        account: hashOf(name),
        lt: ltOf(round),
        mcBlockSeqno: round,
        prevTransLt: before.lt,
        oldStateHash: before.hash,
      }),
    );
  add('created later', 25, { hash: noAccountHash, lt: 0n });
  add('above', LAST + 5, { hash: bytes32('above 2 1'), lt: ltOf(2) });
  await store.insertRows(transactionsTable, transactions.rows());
  const progress = createRowBatch(stateProgressTable);
  // Every account is known only from here on.
  progress.add({ firstSeqno: 20, lastSeqno: 100, isComplete: true });
  await store.insertRows(stateProgressTable, progress.rows());
}, 60_000);
afterAll(() => store?.close());

/** Logical time that has gone by since the last transaction: then only states of the last seven rounds are recent. */
const LATER = 8_000_000_000n;
const pointOf = (seqno: number, lastSeqno = LAST, later = 0n): IndexedBlock =>
  ({ seqno, endLt: ltOf(seqno, 999) + later, range: { firstSeqno: FIRST, lastSeqno } }) as IndexedBlock;

it.each([
  [FIRST, LAST],
  [12, 12],
  [19, LAST],
  [20, 20],
  [24, LAST],
  [25, LAST],
  [LAST, LAST],
])('states at round %i of a range to %i are those that are read one by one', async (seqno, lastSeqno) => {
  for (const later of [0n, LATER]) {
    const point = pointOf(seqno, lastSeqno, later);
    const alone = await Promise.all(NAMES.map((name) => readStoredAccount(reading, addressOf(name), point)));
    expect(await readStoredAccounts(reading, NAMES.map(addressOf), point)).toEqual(alone);
  }
});

it('each kind of state is among them', async () => {
  const kindsAt = async (seqno: number, lastSeqno: number) => {
    const found = await readStoredAccounts(reading, NAMES.map(addressOf), pointOf(seqno, lastSeqno));
    return Object.fromEntries(
      NAMES.map((name, index) => {
        const state = found[index];
        return [name, typeof state === 'object' ? state.balance : state];
      }),
    );
  };
  expect(await kindsAt(LAST, LAST)).toEqual({
    early: ltOf(FIRST),
    often: ltOf(LAST),
    old: ltOf(3),
    initial: ltOf(0, 0),
    'created later': ltOf(25),
    above: ltOf(2),
    both: ltOf(12),
    never: 'absent',
    elsewhere: 'absent',
  });
  expect(await kindsAt(15, LAST)).toMatchObject({ often: ltOf(15), old: 'unknown', 'created later': 'absent' });
});

it('those that wait together share their queries, each at its own block', async () => {
  const queries: string[] = [];
  const watched = {
    ...reading,
    select: (...call: Parameters<ReadingStore['select']>) => {
      queries.push(call[1]);
      return reading.select(...call);
    },
  } as ReadingStore;
  const read = createStoredAccounts(watched, BOUNDS);
  const points = [pointOf(LAST), pointOf(21, 21)];
  const asked = points.flatMap((point) => NAMES.map((name) => ({ name, point })));
  const found = await Promise.all(asked.map(({ name, point }) => read(addressOf(name), point)));
  // For each block: states of the range, whether all accounts are known, and states before the range.
  expect(queries).toHaveLength(2 * 3);
  const alone = asked.map(({ name, point }) => readStoredAccount(reading, addressOf(name), point));
  expect(found).toEqual(await Promise.all(alone));
});
