import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { type ContractInterfaceRow, contractInterfacesTable, createRowBatch } from '@tonriver/row-schema';
import { interfaceRow } from '@tonriver/row-schema/testing';
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

it('what was found is read once', async () => {
  const account = bytes32('once');
  await insert({ account, lt: 10n });
  let queries = 0;
  const counted = {
    ...createReadingStore(store, 10),
    select: ((...given) => {
      queries += 1;
      return createReadingStore(store, 10).select(...given);
    }) as ReturnType<typeof createReadingStore>['select'],
  };
  const tokens = createTokens(counted, bounds, () => 'network');
  for (let turn = 0; turn < 3; turn += 1) expect(await tokens.get(keyOf(account, 10n))).toHaveLength(1);
  expect(queries).toBe(1);
});
