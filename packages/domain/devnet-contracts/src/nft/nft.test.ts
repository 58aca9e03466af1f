import { beforeEach, describe, expect, it } from '@jest/globals';
import { CellBuilder } from '@tonriver/boc';
import type { AccountAddress } from '@tonriver/chain-model';
import {
  addressOf,
  cellOfCore,
  coreCell,
  createTestChain,
  intOf,
  outline,
  type Step,
  type TestChain,
  textOf,
  ton,
} from '../test-chain.test-support.ts';
import {
  addressOfState,
  changeNftCollectionOwnerBody,
  commentBody,
  getRoyaltyParamsBody,
  getStaticDataBody,
  nftBatchMintBody,
  nftCollectionState,
  type NftItemMint,
  nftItemState,
  nftMintBody,
  type NftTransfer,
  nftTransferBody,
  onChainMetadata,
} from '../index.ts';

let chain: TestChain;
let owner: AccountAddress;
let alice: AccountAddress;
let bob: AccountAddress;
let collection: AccountAddress;

const content = onChainMetadata({ name: 'Boats' });
const itemAt = (index: bigint): AccountAddress => addressOfState(nftItemState(index, collection));
const toCollection = (body: ReturnType<typeof nftMintBody>, value = ton(1), from = owner): Promise<Step[]> =>
  chain.send({ from, to: collection, value, body });
const mintOf = (index: bigint, value = ton(0.05)): NftItemMint => {
  return { index, value, owner: alice, content: `${index}.json` };
};
const transfer = (changed: Partial<NftTransfer> = {}, value = ton(0.2), from = alice): Promise<Step[]> => {
  const body = nftTransferBody({
    queryId: 5n,
    newOwner: bob,
    response: alice,
    forwardAmount: 0n,
    forwardPayload: null,
    ...changed,
  });
  return chain.send({ from, to: itemAt(0n), value, body });
};
const ownerOf = async (index: bigint): Promise<string | null> =>
  addressOf((await chain.get(itemAt(index), 'get_nft_data'))[3]);

beforeEach(async () => {
  chain = await createTestChain();
  owner = await chain.account('owner');
  alice = await chain.account('alice');
  bob = await chain.account('bob');
  const royalty = { numerator: 5, denominator: 100, destination: owner };
  const state = nftCollectionState({ owner, content, itemPrefix: 'https://example.com/', royalty });
  collection = await chain.deploy(state, owner);
  await toCollection(nftMintBody(1n, mintOf(0n)));
});

describe('the collection', () => {
  it('tells its data, the addresses of items and their metadata', async () => {
    const [next, contentItem, ownerItem] = await chain.get(collection, 'get_collection_data');
    expect([intOf(next), addressOf(ownerItem)]).toEqual([1n, textOf(owner)]);
    expect(contentItem?.type === 'cell' && contentItem.cell.equals(coreCell(content))).toBe(true);
    const [item] = await chain.get(collection, 'get_nft_address_by_index', [{ type: 'int', value: 0n }]);
    expect(addressOf(item)).toBe(textOf(itemAt(0n)));
    const own = {
      type: 'cell',
      cell: coreCell(new CellBuilder().storeBytes(Buffer.from('0.json')).endCell()),
    } as const;
    const [full] = await chain.get(collection, 'get_nft_content', [{ type: 'int', value: 0n }, own]);
    expect(full?.type === 'cell' && full.cell.beginParse().skip(8).loadStringTail()).toBe('https://example.com/0.json');
  });

  it('mints an item and gives back the rest of the value', async () => {
    const before = await chain.balance(collection);
    const steps = await toCollection(nftMintBody(1n, mintOf(1n)));
    expect(steps.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(steps.map(({ to }) => to)).toEqual([collection, itemAt(1n), owner].map(textOf));
    expect(await ownerOf(1n)).toBe(textOf(alice));
    expect(await chain.balance(collection)).toBe(before);
  });

  it('mints many items with one message', async () => {
    const items = Array.from({ length: 20 }, (_, index) => mintOf(BigInt(index + 1)));
    const steps = await toCollection(nftBatchMintBody(1n, items), ton(2));
    expect(steps.filter(({ from }) => from === textOf(collection))).toHaveLength(21);
    expect(await ownerOf(20n)).toBe(textOf(alice));
    expect(intOf((await chain.get(collection, 'get_collection_data'))[0])).toBe(21n);
  });

  it.each([
    ['an index that is not the next', () => nftMintBody(1n, mintOf(2n)), 404],
    ['an item with too little value', () => nftMintBody(1n, mintOf(1n, ton(0.02))), 402],
    ['a batch with a gap', () => nftBatchMintBody(1n, [mintOf(1n), mintOf(3n)]), 404],
    ['an empty batch', () => nftBatchMintBody(1n, []), 398],
    [
      'more than 200 items',
      () =>
        nftBatchMintBody(
          1n,
          Array.from({ length: 201 }, (_, i) => mintOf(BigInt(i + 1))),
        ),
      399,
    ],
  ])('mints nothing when asked for %s', async (_, body, exitCode) => {
    const steps = await toCollection(body(), ton(20));
    expect(steps.map((step) => [step.exitCode, step.bounced])).toEqual([
      [exitCode, false],
      [0, true],
    ]);
  });

  it('mints nothing for anybody but its owner', async () => {
    expect((await toCollection(nftMintBody(1n, mintOf(1n)), ton(1), alice))[0]).toMatchObject({ exitCode: 401 });
    await toCollection(changeNftCollectionOwnerBody(1n, alice));
    expect((await toCollection(nftMintBody(1n, mintOf(1n)), ton(1), alice))[0]).toMatchObject({ exitCode: 0 });
  });

  it('gives the whole value back when it does not cover the item', async () => {
    const steps = await toCollection(nftMintBody(1n, mintOf(1n, ton(3))));
    expect(steps[0]!.actionCode).not.toBe(0);
    expect(steps[1]).toMatchObject({ bounced: true, to: textOf(owner) });
    expect(intOf((await chain.get(collection, 'get_collection_data'))[0])).toBe(1n);
  });

  it('tells its royalty', async () => {
    const [numerator, denominator, destination] = await chain.get(collection, 'royalty_params');
    expect([intOf(numerator), intOf(denominator), addressOf(destination)]).toEqual([5n, 100n, textOf(owner)]);
    const steps = await toCollection(getRoyaltyParamsBody(1n), ton(0.1), alice);
    expect(outline(steps)).toEqual(['get_royalty_params', 'report_royalty_params']);
  });
});

describe('an item', () => {
  it('changes hands with a notification, and gives back the rest of the value', async () => {
    const steps = await transfer({ forwardAmount: ton(0.05), forwardPayload: commentBody('enjoy') });
    expect(outline(steps)).toEqual(['nft_transfer', 'nft_ownership_assigned', 'excess']);
    expect(steps[1]).toMatchObject({ to: textOf(bob), value: ton(0.05) });
    expect(await ownerOf(0n)).toBe(textOf(bob));
  });

  it('keeps a balance to live on after a transfer', async () => {
    await transfer();
    expect(await chain.balance(itemAt(0n))).toBeGreaterThanOrEqual(ton(0.02));
  });

  it.each([
    ['from anybody but its owner', {}, 0.2, 401],
    ['to another workchain', { newOwner: { workchain: -1, hash: new Uint8Array(32) } }, 0.2, 333],
    ['whose value does not cover what is forwarded', { forwardAmount: ton(0.2) }, 0.2, 402],
  ])('refuses a transfer %s', async (_, changed, value, exitCode) => {
    const steps = await transfer(changed, ton(value), exitCode === 401 ? bob : alice);
    expect(steps[0]).toMatchObject({ exitCode, aborted: true });
    expect(await ownerOf(0n)).toBe(textOf(alice));
  });

  it('refuses a transfer without the bit that says where the payload is', async () => {
    const body = cellOfCore((await transfer())[0]!.bodyCell);
    const cut = new CellBuilder().storeBits(body.bits, body.bitLength - 1).endCell();
    const steps = await chain.send({ from: bob, to: itemAt(0n), value: ton(0.2), body: cut });
    expect(steps[0]).toMatchObject({ exitCode: 708 });
  });

  it('tells which one it is', async () => {
    const steps = await chain.send({ from: bob, to: itemAt(0n), value: ton(0.1), body: getStaticDataBody(1n) });
    expect(outline(steps)).toEqual(['get_static_data', 'report_static_data']);
  });

  it('that somebody else deploys gets no owner', async () => {
    const state = nftItemState(7n, collection);
    const body = commentBody('mine');
    const steps = await chain.send({ from: bob, to: itemAt(7n), value: ton(1), state, body });
    expect(steps[0]).toMatchObject({ exitCode: 405 });
  });

  it('bounces what it does not understand', async () => {
    const steps = await chain.send({ from: bob, to: itemAt(0n), value: ton(0.1), body: commentBody('hello') });
    expect(steps.map(({ bounced }) => bounced)).toEqual([false, true]);
  });
});
