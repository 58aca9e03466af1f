import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { type ContractInterfaceRow, contractInterfacesTable, createRowBatch } from '@tonriver/row-schema';
import { interfaceRow } from '@tonriver/row-schema/testing';
import { eventually } from '@tonriver/testing';
import { hexOf } from '../store/bytes.ts';
import { createReadingStore } from '../store/reading-store.ts';
import { bytes32 } from '../testing/rows.test-support.ts';
import { openTestStore } from '../testing/test-store.test-support.ts';
import { accountInStateKeyText, createTokens } from './tokens.ts';

const bounds = { keysMax: 100, queriesMax: 1, waitingKeysMax: 1000 };
let store: ClickHouseStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store?.close());

const insert = async (...rows: readonly Partial<ContractInterfaceRow>[]): Promise<void> => {
  const batch = createRowBatch(contractInterfacesTable);
  for (const row of rows) {
    const lt = row.lt ?? 10n;
    batch.add(interfaceRow({ kind: 'jetton_master', codeHash: bytes32('code'), lt, mcBlockSeqno: Number(lt), ...row }));
  }
  await store.insertRows(contractInterfacesTable, batch.rows());
};
const open = () => createTokens(createReadingStore(store, 10), bounds, () => 'network');
/** The key of an account whose newest state at a watermark is that of the given lt. */
const keyOf = (account: Uint8Array, lt: bigint, indexedSeqno = Number(lt)): string =>
  accountInStateKeyText({ workchain: 0, accountHex: hexOf(account), indexedSeqno, lt });

it('tells what an account is in a state: as it was in the newest state before that says something', async () => {
  const account = bytes32('versions');
  await insert(
    { account, lt: 10n, contentText: '{"name":"first"}' },
    { account, lt: 20n, contentText: '{"name":"second"}' },
    { account, lt: 30n, kind: 'none' },
  );
  const texts = async (lt: bigint) => (await open().get(keyOf(account, lt)))?.map(({ contentText }) => contentText);
  expect(await texts(9n)).toEqual([]);
  expect(await texts(10n)).toEqual(['{"name":"first"}']);
  expect(await texts(19n)).toEqual(['{"name":"first"}']);
  expect(await texts(20n)).toEqual(['{"name":"second"}']);
  expect(await texts(30n)).toEqual([]);
  expect(await texts(31n)).toEqual([]);
});

it('several accounts are read together, each in its own state', async () => {
  const [left, right] = [bytes32('left'), bytes32('right')];
  await insert(
    { account: left, lt: 10n, kind: 'nft_item', itemIndex: 1n },
    { account: left, lt: 20n, kind: 'nft_item', itemIndex: 2n },
    { account: right, lt: 10n, kind: 'nft_item', itemIndex: 3n },
    { account: right, lt: 20n, kind: 'nft_item', itemIndex: 4n },
  );
  const found = await open().getMany([keyOf(left, 15n), keyOf(right, 20n), keyOf(bytes32('nobody'), 20n)]);
  expect(found.map((rows) => rows?.map(({ itemIndex }) => itemIndex))).toEqual([[1n], [4n], []]);
});

it('the newest rules count, and only what the one that must know it does not deny', async () => {
  const account = bytes32('rules');
  await insert(
    { account, kind: 'jetton_wallet', confirmation: 'confirmed', generation: 1 },
    { account, kind: 'nft_item', confirmation: 'confirmed', generation: 2 },
    { account, kind: 'nft_collection', confirmation: 'refuted', generation: 2 },
    { account, kind: 'nft_sale', generation: 2 },
  );
  expect((await open().get(keyOf(account, 10n)))?.map(({ kind }) => kind)).toEqual(['nft_item']);
});

/** Tokens, and how many queries they needed. */
function openCounted() {
  const counted = { queries: 0 };
  const reading = createReadingStore(store, 10);
  const select: typeof reading.select = (...given) => {
    counted.queries += 1;
    return reading.select(...given);
  };
  return { counted, tokens: createTokens({ ...reading, select }, bounds, () => 'network') };
}

it('what was found is read once', async () => {
  const account = bytes32('once');
  await insert({ account, lt: 10n });
  const { counted, tokens } = openCounted();
  for (let turn = 0; turn < 3; turn += 1) expect(await tokens.get(keyOf(account, 10n))).toHaveLength(1);
  expect(counted.queries).toBe(1);
});

it('a state without rows of its own is read again while it is told, so that nobody waits and new rows are seen', async () => {
  const account = bytes32('later');
  await insert({ account, lt: 10n, contentText: '{"name":"first"}' });
  const { counted, tokens } = openCounted();
  const key = keyOf(account, 15n);
  const read = async () => (await tokens.get(key))?.map(({ contentText }) => contentText);
  expect(await read()).toEqual(['{"name":"first"}']);
  expect(await read()).toEqual(['{"name":"first"}']);
  expect(counted.queries).toBe(2);
  await insert({ account, lt: 15n, contentText: '{"name":"second"}' });
  // Each reading ends before a query is sent, if the machine lets us read often enough.
  let lastMs = performance.now();
  const readAtOnce = async () => {
    const before = counted.queries;
    const isOften = performance.now() - lastMs < 1_000;
    lastMs = performance.now();
    const [text] = (await read()) ?? [];
    if (isOften) expect(counted.queries).toBe(before);
    return text === '{"name":"second"}';
  };
  await eventually(readAtOnce, { timeoutMs: 10_000 });
  expect(counted.queries).toBe(3);
});

it('what was read ahead is told at once, and what may change soon only for a moment', async () => {
  const account = bytes32('ahead');
  await insert({ account, lt: 10n, contentText: '{"name":"first"}' });
  const { counted, tokens } = openCounted();
  const keys = [keyOf(account, 10n), keyOf(account, 15n)];
  await tokens.readAhead(keys);
  const read = async (index: number) => (await tokens.get(keys[index]!))?.map(({ contentText }) => contentText);
  const queries = counted.queries;
  expect([await read(0), await read(1)]).toEqual([['{"name":"first"}'], ['{"name":"first"}']]);
  // The state without rows of its own is read again from now on, and after half a second requests wait for that.
  await insert({ account, lt: 15n, contentText: '{"name":"second"}' });
  await eventually(async () => (await read(1))?.[0] === '{"name":"second"}', { timeoutMs: 10_000 });
  expect(await read(0)).toEqual(['{"name":"first"}']);
  expect(counted.queries).toBeGreaterThan(queries);
});
