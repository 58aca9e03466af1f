import { beforeEach, describe, expect, it } from '@jest/globals';
import type { TupleItem } from '@ton/core';
import { type Cell, CellBuilder } from '@tonriver/boc';
import type { AccountAddress } from '@tonriver/chain-model';
import {
  addressOf,
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
  buyDomainBody,
  changeDnsRecordBody,
  dnsCategory,
  dnsCollectionState,
  dnsItemState,
  dnsNextResolverRecord,
  dnsRootState,
  dnsWalletRecord,
  nftTransferBody,
  onChainMetadata,
} from '../index.ts';

let chain: TestChain;
let alice: AccountAddress;
let bob: AccountAddress;
let collection: AccountAddress;
let root: AccountAddress;
let item: AccountAddress;

const wallet = dnsCategory('wallet');
const buy = (label: string, value = ton(2), from = alice): Promise<Step[]> =>
  chain.send({ from, to: collection, value, body: buyDomainBody(label) });
const change = (from: AccountAddress, value: Cell | null, key = wallet): Promise<Step[]> =>
  chain.send({ from, to: item, value: ton(0.1), body: changeDnsRecordBody(3n, key, value) });

/** Asks one resolver. A domain in TEP-81: labels from the last to the first, each with a zero byte behind it. */
async function resolve(
  at: AccountAddress,
  domain: string,
  category = wallet,
): Promise<[bigint, TupleItem | undefined]> {
  const cell = coreCell(new CellBuilder().storeBytes(Buffer.from(domain)).endCell());
  const key = { type: 'int', value: BigInt(`0x${Buffer.from(category).toString('hex')}`) } as const;
  const [bits, value] = await chain.get(at, 'dnsresolve', [{ type: 'slice', cell }, key]);
  return [intOf(bits), value];
}

const recordCell = (value: TupleItem | undefined) => (value?.type === 'cell' ? value.cell : null);

beforeEach(async () => {
  chain = await createTestChain();
  alice = await chain.account('alice');
  bob = await chain.account('bob');
  collection = await chain.deploy(
    dnsCollectionState({ content: onChainMetadata({ name: 'Names' }), price: ton(1) }),
    bob,
  );
  root = await chain.deploy(dnsRootState('ton', collection), bob);
  item = addressOfState(dnsItemState('river', collection));
  await buy('river');
});

describe('the collection of domains', () => {
  it('sells a free label and keeps its price', async () => {
    const before = await chain.balance(collection);
    const steps = await buy('stone-4');
    expect(steps.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(await chain.balance(collection)).toBe(before + ton(1));
    const data = await chain.get(addressOfState(dnsItemState('stone-4', collection)), 'get_nft_data');
    expect([intOf(data[0]), addressOf(data[3])]).toEqual([-1n, textOf(alice)]);
  });

  it('does not sell a label twice', async () => {
    await buy('river', ton(2), bob);
    expect(addressOf((await chain.get(item, 'get_nft_data'))[3])).toBe(textOf(alice));
  });

  it.each([['abc'], ['River'], ['-river'], ['river-'], ['a.river'], ['r iver'], ['x'.repeat(64)]])(
    'does not sell the label %j',
    async (label) => {
      expect((await buy(label))[0]).toMatchObject({ exitCode: 413 });
    },
  );

  it('does not sell below its price', async () => {
    expect((await buy('brook', ton(1.04)))[0]).toMatchObject({ exitCode: 414 });
  });
});

describe('a domain', () => {
  it('sets a record and deletes it again for its owner', async () => {
    const record = dnsWalletRecord(bob);
    expect(outline(await change(alice, record))).toEqual(['change_dns_record', 'excess']);
    expect(recordCell((await resolve(item, '\0'))[1])?.equals(coreCell(record))).toBe(true);
    expect(outline(await change(alice, null))).toEqual(['delete_dns_record', 'excess']);
    expect((await resolve(item, '\0'))[1]?.type).toBe('null');
  });

  it('sets no record for anybody else', async () => {
    expect((await change(bob, dnsWalletRecord(bob)))[0]).toMatchObject({ exitCode: 401 });
  });

  it('changes hands like any NFT, and its records stay', async () => {
    await change(alice, dnsWalletRecord(alice));
    const transfer = { queryId: 1n, newOwner: bob, response: alice, forwardAmount: 0n, forwardPayload: null };
    await chain.send({ from: alice, to: item, value: ton(0.1), body: nftTransferBody(transfer) });
    expect((await change(alice, null))[0]).toMatchObject({ exitCode: 401 });
    expect(recordCell((await resolve(item, '\0'))[1])).not.toBeNull();
    expect((await change(bob, null))[0]).toMatchObject({ exitCode: 0 });
  });

  it('keeps a balance to live on after changes', async () => {
    await change(alice, dnsWalletRecord(alice));
    await change(alice, null);
    expect(await chain.balance(item)).toBeGreaterThanOrEqual(ton(0.02));
  });
});

describe('a name', () => {
  it('is resolved from the root to the item', async () => {
    await change(alice, dnsWalletRecord(bob));
    const [rootBits, toCollection] = await resolve(root, '\0ton\0river\0');
    expect([rootBits, recordCell(toCollection)?.equals(coreCell(dnsNextResolverRecord(collection)))]).toEqual([
      32n,
      true,
    ]);
    const [collectionBits, toItem] = await resolve(collection, '\0river\0');
    expect([collectionBits, recordCell(toItem)?.equals(coreCell(dnsNextResolverRecord(item)))]).toEqual([48n, true]);
    const [itemBits, record] = await resolve(item, '\0');
    expect([itemBits, recordCell(record)?.equals(coreCell(dnsWalletRecord(bob)))]).toEqual([8n, true]);
  });

  it('below a domain is resolved by what the domain names', async () => {
    const record = dnsNextResolverRecord(root);
    await change(alice, record, dnsCategory('dns_next_resolver'));
    const [bits, value] = await resolve(item, '\0sub\0');
    expect([bits, recordCell(value)?.equals(coreCell(record))]).toEqual([8n, true]);
  });

  it('in another zone is not resolved', async () => {
    expect((await resolve(root, '\0org\0river\0'))[0]).toBe(0n);
  });
});
