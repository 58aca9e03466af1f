import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { type AccountAddress, buildHashmap, formatAccountAddress } from '@tonriver/chain-model';
import {
  addressOfState,
  dnsCollectionState,
  dnsItemState,
  dnsRootState,
  dnsWalletRecord,
  onChainMetadata,
} from '@tonriver/devnet-contracts';
import type { TvmPool } from '@tonriver/tvm';
import { examinedContracts, openPool } from './examined-contracts.test-support.ts';

const account = (byte: number): AccountAddress => ({ workchain: 0, hash: new Uint8Array(32).fill(byte) });
const [owner, wallet] = [account(0x0b), account(0x3a)];
const root: AccountAddress = { workchain: -1, hash: new Uint8Array(32).fill(0x44) };

let pool: TvmPool;
beforeAll(async () => {
  pool = await openPool();
});
afterAll(() => pool.close());

const references = { storeValue: (builder: CellBuilder, cell: Cell) => void builder.storeRef(cell) };
const parameter = (number: number, cell: Cell) => ({ key: Buffer.from([0, 0, 0, number]), value: cell });
const rootParameter = parameter(4, new CellBuilder().storeBytes(root.hash).endCell());
const versionParameter = parameter(
  8,
  new CellBuilder().storeUint(0xc4, 8).storeUint(12, 32).storeUint(0, 64).endCell(),
);

/** A zone with one domain, as a network has it. */
function open({ zone = 'ton', withRoot = true, label = 'river', records = {} as Readonly<Record<string, Cell>> } = {}) {
  const parameters = withRoot ? [rootParameter, versionParameter] : [versionParameter];
  const configBoc = writeBag([buildHashmap(parameters, { keyBits: 32, ...references })!]);
  const contracts = examinedContracts(pool, { configBoc });
  const put = (address: AccountAddress, state: { readonly code: Cell | null }, data: Cell): void => {
    contracts.states.set(formatAccountAddress(address), {
      codeBoc: writeBag([state.code!]),
      dataBoc: writeBag([data]),
    });
  };
  const collectionState = dnsCollectionState({ content: onChainMetadata({ name: 'Names' }), price: 1n });
  const collection = addressOfState(collectionState);
  put(collection, collectionState, collectionState.data!);
  const rootState = dnsRootState(zone, collection);
  put(root, rootState, rootState.data!);
  const item = addressOfState(dnsItemState(label, collection));
  const itemState = dnsItemState(label, collection, { owner, records });
  put(item, itemState, itemState.data!);
  const domain = async () => {
    const { interfaces } = await contracts.examine(formatAccountAddress(item));
    return interfaces.map(({ found, check }) => (found.kind === 'nft_item' ? [check, found.domain] : found));
  };
  return { domain };
}

it('an item of the collection that the root names is a domain, and tells the wallet that it leads to', async () => {
  const records = {
    wallet: dnsWalletRecord(wallet),
    site: new CellBuilder().storeUint(0xad01, 16).storeUint(0, 256).storeUint(0, 8).endCell(),
  };
  expect(await open({ records }).domain()).toEqual([
    ['confirmed', { name: 'river.ton', wallet: formatAccountAddress(wallet) }],
  ]);
});

it('a domain without a wallet has none, and so has one whose record is of another kind', async () => {
  expect(await open().domain()).toEqual([['confirmed', { name: 'river.ton', wallet: null }]]);
  const records = { wallet: new CellBuilder().storeUint(0x1eda, 16).endCell() };
  expect(await open({ records }).domain()).toEqual([['confirmed', { name: 'river.ton', wallet: null }]]);
});

it('an item is no domain when the root names another collection for .ton, or when there is no root', async () => {
  expect(await open({ zone: 'org' }).domain()).toEqual([['confirmed', null]]);
  expect(await open({ withRoot: false }).domain()).toEqual([['confirmed', null]]);
});

it('an item whose label no domain has is none', async () => {
  expect(await open({ label: 'ri ver' }).domain()).toEqual([['confirmed', null]]);
});
