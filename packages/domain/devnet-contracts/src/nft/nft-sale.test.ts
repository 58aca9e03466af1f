import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Cell, CellBuilder } from '@tonriver/boc';
import type { AccountAddress } from '@tonriver/chain-model';
import {
  addressOf,
  createTestChain,
  intOf,
  outline,
  startTime,
  type Step,
  type TestChain,
  textOf,
  ton,
} from '../test-chain.test-support.ts';
import {
  addressOfState,
  cancelSaleBody,
  commentBody,
  marketplaceState,
  nftCollectionState,
  nftItemState,
  nftMintBody,
  nftSaleState,
  nftTransferBody,
  onChainMetadata,
  sellOrder,
  updateSaleBody,
} from '../index.ts';

let chain: TestChain;
let owner: AccountAddress;
let alice: AccountAddress;
let bob: AccountAddress;
let market: AccountAddress;
let item: AccountAddress;
let sale: AccountAddress;

const prices = { fullPrice: ton(10), royaltyAmount: ton(0.5) };

/** Alice transfers her item to the marketplace with an order. */
function sell(payload: Cell | null, forwardAmount = ton(0.2)): Promise<Step[]> {
  const body = nftTransferBody({
    queryId: 1n,
    newOwner: market,
    response: alice,
    forwardAmount,
    forwardPayload: payload,
  });
  return chain.send({ from: alice, to: item, value: ton(0.5), body });
}

const toSale = (from: AccountAddress, value: bigint, body?: Cell): Promise<Step[]> =>
  chain.send({ from, to: sale, value, ...(body === undefined ? {} : { body }) });
const ownerOfItem = async (): Promise<string | null> => addressOf((await chain.get(item, 'get_nft_data'))[3]);

beforeEach(async () => {
  chain = await createTestChain();
  owner = await chain.account('owner');
  alice = await chain.account('alice');
  bob = await chain.account('bob');
  const collection = await chain.deploy(
    nftCollectionState({
      owner,
      content: onChainMetadata({ name: 'Boats' }),
      itemPrefix: 'https://example.com/',
      royalty: { numerator: 5, denominator: 100, destination: owner },
    }),
    owner,
  );
  const mint = nftMintBody(1n, { index: 0n, value: ton(0.05), owner: alice, content: '0.json' });
  await chain.send({ from: owner, to: collection, value: ton(1), body: mint });
  item = addressOfState(nftItemState(0n, collection));
  market = await chain.deploy(marketplaceState({ feeAddress: owner, feePerMille: 50 }), owner);
  sale = addressOfState(
    nftSaleState({
      createdAt: startTime,
      marketplace: market,
      item,
      owner: alice,
      fullPrice: ton(10),
      marketplaceFeeAddress: owner,
      marketplaceFee: ton(0.5),
      royaltyAddress: owner,
      royaltyAmount: ton(0.5),
    }),
  );
});

describe('the marketplace', () => {
  it('puts an item on sale that comes with an order', async () => {
    const steps = await sell(sellOrder({ ...prices, royaltyAddress: owner }));
    expect(outline(steps).toSorted()).toEqual(
      [
        'nft_transfer',
        'nft_ownership_assigned',
        'excess',
        'empty',
        'nft_transfer',
        'nft_ownership_assigned',
        'excess',
      ].toSorted(),
    );
    expect(await ownerOfItem()).toBe(textOf(sale));
    const data = await chain.get(sale, 'get_sale_data');
    expect(data).toHaveLength(11);
    expect([0, 1, 2, 6, 8, 10].map((index) => intOf(data[index]))).toEqual([
      0x46495850n,
      0n,
      BigInt(startTime),
      ton(10),
      ton(0.5),
      ton(0.5),
    ]);
    expect([3, 4, 5, 7, 9].map((index) => addressOf(data[index]))).toEqual(
      [market, item, alice, owner, owner].map(textOf),
    );
  });

  it.each([
    ['is no order', () => commentBody('for you'), 0.2],
    ['is cut off', () => new CellBuilder().storeUint(0x73656c6c, 32).storeUint(1, 8).endCell(), 0.2],
    [
      'asks for more royalty than the price leaves',
      () => sellOrder({ fullPrice: ton(1), royaltyAmount: ton(0.96), royaltyAddress: owner }),
      0.2,
    ],
    ['brings too little value', () => sellOrder({ ...prices, royaltyAddress: owner }), 0.1],
  ])('gives an item back whose payload %s', async (_, payload, forwardAmount) => {
    await sell(payload(), ton(forwardAmount));
    expect(await ownerOfItem()).toBe(textOf(alice));
  });
});

describe('a sale', () => {
  beforeEach(async () => {
    await sell(sellOrder({ ...prices, royaltyAddress: owner }));
  });

  it('gives the item to whoever pays, and the price to seller, marketplace and author', async () => {
    const steps = await toSale(bob, ton(10.1));
    expect(await ownerOfItem()).toBe(textOf(bob));
    const paid = steps.filter(({ from, body }) => from === textOf(sale) && body === 'empty');
    expect(paid.map(({ to, value }) => [to, value])).toEqual([
      [textOf(alice), ton(9)],
      [textOf(owner), ton(0.5)],
      [textOf(owner), ton(0.5)],
    ]);
    expect(steps.filter(({ aborted }) => aborted)).toEqual([]);
    expect(intOf((await chain.get(sale, 'get_sale_data'))[1])).toBe(-1n);
  });

  it('keeps a balance to live on after the deal', async () => {
    await toSale(bob, ton(11), commentBody('buy'));
    expect(await chain.balance(sale)).toBeGreaterThanOrEqual(ton(0.019));
    expect(await chain.balance(sale)).toBeLessThan(ton(0.03));
  });

  it.each([
    ['a price that is too low', () => toSale(bob, ton(10.09)), 450],
    ['a cancellation by a stranger', () => toSale(bob, ton(0.1), cancelSaleBody(1n)), 458],
    [
      'other prices from a stranger',
      () => toSale(bob, ton(0.1), updateSaleBody(1n, { fullPrice: 1n, marketplaceFee: 0n, royaltyAmount: 0n })),
      458,
    ],
    [
      'fees above the price',
      () => toSale(alice, ton(0.1), updateSaleBody(1n, { fullPrice: 1n, marketplaceFee: 1n, royaltyAmount: 1n })),
      451,
    ],
    ['an operation that it does not know', () => toSale(bob, ton(0.1), cancelUnknown()), 0xffff],
  ])('refuses %s', async (_, send, exitCode) => {
    const steps = await send();
    expect(steps.map((step) => [step.exitCode, step.bounced])).toEqual([
      [exitCode, false],
      [0, true],
    ]);
    expect(await ownerOfItem()).toBe(textOf(sale));
  });

  it('gives the item back to the seller who cancels', async () => {
    const steps = await toSale(alice, ton(0.1), cancelSaleBody(1n));
    expect(steps.map(({ body }) => body)).toContain('nft_transfer');
    expect(await ownerOfItem()).toBe(textOf(alice));
    expect((await toSale(bob, ton(11)))[0]).toMatchObject({ exitCode: 404 });
  });

  it('takes other prices from the seller', async () => {
    const body = updateSaleBody(1n, { fullPrice: ton(2), marketplaceFee: ton(0.1), royaltyAmount: ton(0.1) });
    expect(outline(await toSale(alice, ton(0.1), body))).toEqual(['sale_update_message']);
    await toSale(bob, ton(2.1));
    expect(await ownerOfItem()).toBe(textOf(bob));
  });

  it('sells only once', async () => {
    await toSale(bob, ton(10.1));
    expect((await toSale(alice, ton(10.1)))[0]).toMatchObject({ exitCode: 404 });
  });
});

it('a sale that a seller deploys belongs to whoever sends the item', async () => {
  const state = nftSaleState({
    createdAt: 1,
    marketplace: market,
    item,
    owner: null,
    fullPrice: ton(1),
    marketplaceFeeAddress: owner,
    marketplaceFee: 0n,
    royaltyAddress: owner,
    royaltyAmount: 0n,
  });
  sale = addressOfState(state);
  await chain.send({ from: market, to: sale, value: ton(0.1), state, bounce: false });
  const body = nftTransferBody({
    queryId: 1n,
    newOwner: sale,
    response: alice,
    forwardAmount: ton(0.02),
    forwardPayload: null,
  });
  await chain.send({ from: alice, to: item, value: ton(0.2), body });
  expect(addressOf((await chain.get(sale, 'get_sale_data'))[5])).toBe(textOf(alice));
  await toSale(bob, ton(1.1));
  expect(await ownerOfItem()).toBe(textOf(bob));
});

function cancelUnknown(): Cell {
  return new CellBuilder().storeUint(0x12345678, 32).storeUint(0, 64).endCell();
}
