import { describe, expect, it } from '@jest/globals';
import type { Cell } from '@tonriver/boc';
import { createRandom } from '@tonriver/chain-builder';
import { type AccountAddress, formatAccountAddress } from '@tonriver/chain-model';
import { createWallet } from '@tonriver/devnet-chain';
import { changeDnsRecordBody, dnsCategory, dnsItemState, dnsWalletRecord } from '@tonriver/devnet-contracts';
import { createCast, nameOf } from './cast.ts';
import type { DemoView } from './demo-view.ts';
import { grams } from './scene.ts';
import { setUpSteps } from './set-up.ts';

const cast = createCast('test');
const [admin, other] = cast.wallets;
const steps = setUpSteps(cast, createWallet('test/faucet'));
const name = nameOf(cast, 0);

/** A chain on which these contracts are, with their data. */
function viewWith(contracts: readonly (readonly [AccountAddress, Cell | null])[]): DemoView {
  const data = new Map(contracts.map(([address, cell]) => [formatAccountAddress(address), cell ?? undefined]));
  return {
    now: 1_800_000_000,
    balance: () => grams(1_000),
    data: (address) => data.get(formatAccountAddress(address)),
    seqno: () => 0,
  };
}

/** The messages about names that the set-up can send now. */
function openSteps(view: DemoView) {
  const scene = { cast, view, random: createRandom('test'), queryId: 3n };
  return steps
    .filter(({ isDone, isReady }) => !isDone(view) && isReady(view))
    .map((step) => ({ name: step.name, ...step.make(scene) }))
    .filter(({ order: { to } }) =>
      [cast.names.address, name.address].map(formatAccountAddress).includes(formatAccountAddress(to)),
    );
}

const wallets = cast.wallets.map(({ address, state }) => [address, state.data] as const);
const collection = [cast.names.address, cast.names.state.data] as const;
const item = (owner: AccountAddress, records: Readonly<Record<string, Cell>>) =>
  [name.address, dnsItemState(name.label, cast.names.address, { owner, records }).data] as const;

describe('the set-up of names', () => {
  it('begins with the collection on a chain that began without one', () => {
    expect(openSteps(viewWith(wallets))).toMatchObject([{ name: 'contract 6', order: { state: cast.names.state } }]);
  });

  it('buys the first name of a collection that is there already', () => {
    expect(openSteps(viewWith([...wallets, collection]))).toMatchObject([{ name: 'first name', from: admin }]);
  });

  it.each([
    ['is missing', {}],
    ['names another account', { wallet: dnsWalletRecord(other!.address) }],
    ['is not among others', { site: dnsWalletRecord(admin.address) }],
  ])('sets the record "wallet" of the first name when it %s', (_, records: Readonly<Record<string, Cell>>) => {
    const [step, ...more] = openSteps(viewWith([...wallets, collection, item(admin.address, records)]));
    expect(more).toEqual([]);
    expect(step).toMatchObject({ name: 'wallet of the first name', from: admin, order: { to: name.address } });
    const body = changeDnsRecordBody(3n, dnsCategory('wallet'), dnsWalletRecord(admin.address));
    expect(step!.order.body?.hash()).toEqual(body.hash());
  });

  it('is done when the record "wallet" of the first name names its owner', () => {
    const records = { wallet: dnsWalletRecord(admin.address), site: dnsWalletRecord(other!.address) };
    expect(openSteps(viewWith([...wallets, collection, item(admin.address, records)]))).toEqual([]);
  });

  it('leaves the first name alone when it belongs to a stranger', () => {
    expect(openSteps(viewWith([...wallets, collection, item(other!.address, {})]))).toEqual([]);
  });
});
