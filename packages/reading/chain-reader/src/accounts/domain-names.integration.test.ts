import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { createRowBatch, domainNamesTable } from '@tonriver/row-schema';
import { hexOf } from '../store/bytes.ts';
import { createReadingStore } from '../store/reading-store.ts';
import { bytes32 } from '../testing/rows.test-support.ts';
import { openTestStore } from '../testing/test-store.test-support.ts';
import { createDomainNames } from './domain-names.ts';

const bounds = { keysMax: 100, queriesMax: 1, waitingKeysMax: 1000 };
let store: ClickHouseStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store?.close());

const insert = async (account: Uint8Array, ...names: readonly string[]): Promise<void> => {
  const batch = createRowBatch(domainNamesTable);
  for (const domainText of names) {
    batch.add({ workchain: 0, account, domainText, itemWorkchain: 0, itemAccount: bytes32(domainText) });
  }
  await store.insertRows(domainNamesTable, batch.rows());
};
const accountOf = (account: Uint8Array) => ({ workchain: 0, accountHex: hexOf(account) });

/** With a clock that the test moves, and the number of queries. */
function open() {
  let nowMs = 0;
  let queries = 0;
  const reading = createReadingStore(store, 10);
  const select: typeof reading.select = async (...given) => {
    queries += 1;
    return await reading.select(...given);
  };
  const names = createDomainNames({ ...reading, select }, bounds, () => nowMs);
  return {
    namesOf: async (...accounts: readonly Uint8Array[]) =>
      (await names(accounts.map(accountOf))).map((places) => places.map(({ name }) => name)),
    pass: (ms: number) => void (nowMs += ms),
    queries: () => queries,
  };
}

it('gives the domains of each account, shortest first, each once', async () => {
  const [left, right] = [bytes32('left'), bytes32('right')];
  await insert(left, 'longer.ton', 'bb.ton', 'aa.ton');
  await insert(left, 'aa.ton');
  await insert(right, 'right.ton');
  const { namesOf } = open();
  expect(await namesOf(right, bytes32('nobody'), left)).toEqual([
    ['right.ton'],
    [],
    ['aa.ton', 'bb.ton', 'longer.ton'],
  ]);
});

it('asks nothing when nobody is asked for', async () => {
  const { namesOf, queries } = open();
  expect([await namesOf(), queries()]).toEqual([[], 0]);
});

it('asks nothing for accounts that have none, and sees a new domain after a while', async () => {
  const account = bytes32('later');
  const { namesOf, pass, queries } = open();
  expect(await namesOf(account)).toEqual([[]]);
  const before = queries();
  await insert(account, 'later.ton');
  pass(9_999);
  expect(await namesOf(account)).toEqual([[]]);
  expect(queries()).toBe(before);
  pass(1);
  await namesOf(account);
  for (let turn = 0; turn < 100 && (await namesOf(account))[0]!.length === 0; turn += 1) {
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
  expect(await namesOf(account)).toEqual([['later.ton']]);
});
