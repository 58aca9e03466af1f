import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { accountStateRow } from '@tonriver/block-rows';
import { Bag, type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { buildHashmap, loadAccount, loadShardAccount } from '@tonriver/chain-model';
import { createReadingStore, createStateReader } from '@tonriver/chain-reader';
import { openTestStore } from '@tonriver/chain-reader/testing';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { shardAccountOf, states, wallet } from '../testing/emulated-accounts.test-support.ts';
import { bytes32, insert, masterchainBlock, tables } from '../testing/stored-chain.test-support.ts';
import type { ChainState } from './chain-state.ts';
import { createChainState } from './create-chain-state.ts';

// Round 10 is indexed, with every account; what it shows of them is stored as the parser and the state-resolver do.

const cellOf = (value: number): Cell => new CellBuilder().storeUint(value, 32).endCell();
const addressOf = (value: number) => ({ workchain: 0, hash: bytes32(value) });
const library = buildHashmap([{ key: cellOf(3).hash(), value: cellOf(3) }], {
  keyBits: 256,
  storeValue: (builder, cell) => builder.storeBit(1).storeRef(cell),
});
const [WHOLE, RICH, UNINIT, FROZEN, MISSING_CODE, NOBODY] = [1, 2, 3, 4, 5, 6].map(addressOf) as [
  ReturnType<typeof addressOf>,
  ReturnType<typeof addressOf>,
  ReturnType<typeof addressOf>,
  ReturnType<typeof addressOf>,
  ReturnType<typeof addressOf>,
  ReturnType<typeof addressOf>,
];
const active = states.active({ ...wallet.state, library });
const shardAccounts = new Map([
  [WHOLE, shardAccountOf(WHOLE, active)],
  [RICH, shardAccountOf(RICH, active, { extra: [{ currency: 100, amount: 7n }] })],
  [UNINIT, shardAccountOf(UNINIT, states.uninit)],
  [FROZEN, shardAccountOf(FROZEN, states.frozen(bytes32(9)))],
  [MISSING_CODE, shardAccountOf(MISSING_CODE, states.active({ ...wallet.state, code: cellOf(77) }))],
]);

let store: ClickHouseStore;
let state: ChainState;

beforeAll(async () => {
  store = await openTestStore();
  await insert(store, tables.blocks, masterchainBlock(10));
  await insert(store, tables.watermarks, { firstSeqno: 10, linkedSeqno: 0, lastSeqno: 10 });
  await insert(store, tables.stateProgress, { firstSeqno: 10, lastSeqno: 10, isComplete: true });
  const trees = [wallet.state.code!, library!].map((cell) => ({ hash: cell.hash(), boc: writeBag([cell]) }));
  await insert(store, tables.cellTrees, ...trees);
  const { data } = wallet.state;
  const whole = { workchain: 0, isWhole: true, lt: 7n, dataHash: data!.hash(), dataBoc: writeBag([data!]) };
  const addresses = [...shardAccounts.keys()];
  await insert(store, tables.accountData, ...addresses.map(({ hash: account }) => ({ ...whole, account })));
  const rows = [...shardAccounts].map(([{ workchain, hash: account }, boc]) => {
    const bag = Bag.parse(boc);
    const { account: cell, lastTransHash: transactionHash, lastTransLt: lt } = loadShardAccount(bag.slice(bag.root));
    const place = { workchain, account, lt, transactionHash, mcBlockSeqno: 10, rowVersion: 3 };
    return accountStateRow(bag, cell, place);
  });
  await insert(store, tables.accountStates, ...rows);
  state = createChainState({
    stored: createStateReader(createReadingStore(store, 3)),
    source: undefined,
    now: () => 0,
    bounds: { watermarkMsMax: 0, blocksMax: 100, accountsMax: 100, treeBytesMax: 1_000_000 },
  });
}, 60_000);
afterAll(() => store?.close());

const shardAccount = async (address: ReturnType<typeof addressOf>) =>
  await state.shardAccount(address, await state.point({ seqno: undefined, address, methodId: -1 }));

it.each([
  ['with code, data and libraries', WHOLE, 'active'],
  ['with extra currencies', RICH, 'active'],
  ['without a contract', UNINIT, 'uninit'],
  ['that is frozen', FROZEN, 'frozen'],
] as const)('an account %s is put together from the rows, cell for cell', async (_what, address, status) => {
  const { boc, parts } = await shardAccount(address);
  const bag = Bag.parse(boc);
  const given = Bag.parse(shardAccounts.get(address)!);
  expect(Buffer.from(bag.hash(bag.root))).toEqual(Buffer.from(given.hash(given.root)));
  expect(parts.status).toBe(status);
  if (status === 'active') expect([...(parts.ownLibraries as ReadonlyMap<string, unknown>).keys()]).toHaveLength(1);
});

it('an account that does not exist is an empty one', async () => {
  const { boc, parts } = await shardAccount(NOBODY);
  const bag = Bag.parse(boc);
  expect(loadAccount(bag, loadShardAccount(bag.slice(bag.root)).account)).toBeNull();
  expect(parts.status).toBe('nonexist');
});

it('an account whose code is not stored is unknown', async () => {
  await expect(shardAccount(MISSING_CODE)).rejects.toMatchObject({ code: 'account_unknown' });
});
