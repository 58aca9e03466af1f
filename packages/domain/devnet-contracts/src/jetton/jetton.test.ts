import { beforeEach, describe, expect, it } from '@jest/globals';
import { CellBuilder } from '@tonriver/boc';
import type { AccountAddress } from '@tonriver/chain-model';
import {
  addressArgument,
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
  changeJettonAdminBody,
  changeJettonMetadataBody,
  commentBody,
  configState,
  jettonBurnBody,
  jettonMintBody,
  jettonMinterState,
  type JettonTransfer,
  jettonTransferBody,
  jettonWalletState,
  offChainMetadata,
  onChainMetadata,
  provideWalletAddressBody,
} from '../index.ts';

let chain: TestChain;
let admin: AccountAddress;
let alice: AccountAddress;
let bob: AccountAddress;
let minter: AccountAddress;

const content = onChainMetadata({ name: 'River', symbol: 'RVR', decimals: '9', description: 'x'.repeat(400) });
const walletOf = (owner: AccountAddress): AccountAddress => addressOfState(jettonWalletState({ owner, minter }));
const mint = (to: AccountAddress, amount: bigint, tonAmount = ton(0.1), from = admin): Promise<Step[]> => {
  const body = jettonMintBody({
    queryId: 1n,
    to,
    tonAmount,
    amount,
    response: admin,
    forwardAmount: 0n,
    forwardPayload: null,
  });
  return chain.send({ from, to: minter, value: ton(0.2), body });
};
const transfer = (changed: Partial<JettonTransfer> = {}, value = ton(0.2), from = alice): Promise<Step[]> => {
  const body = jettonTransferBody({
    queryId: 2n,
    amount: 40n,
    destination: bob,
    response: alice,
    forwardAmount: 0n,
    forwardPayload: null,
    ...changed,
  });
  return chain.send({ from, to: walletOf(alice), value, body });
};
const balanceOf = async (owner: AccountAddress): Promise<bigint> => {
  if (!(await chain.isActive(walletOf(owner)))) return 0n;
  return intOf((await chain.get(walletOf(owner), 'get_wallet_data'))[0]);
};
const supply = async (): Promise<bigint> => intOf((await chain.get(minter, 'get_jetton_data'))[0]);

beforeEach(async () => {
  chain = await createTestChain();
  admin = await chain.account('admin');
  alice = await chain.account('alice');
  bob = await chain.account('bob');
  minter = await chain.deploy(jettonMinterState({ admin, content }), admin);
  await mint(alice, 100n);
});

describe('the jetton minter', () => {
  it('tells supply, admin, metadata and the wallets of owners', async () => {
    const [total, mintable, adminItem, contentItem] = await chain.get(minter, 'get_jetton_data');
    expect([intOf(total), intOf(mintable), addressOf(adminItem)]).toEqual([100n, -1n, textOf(admin)]);
    expect(contentItem?.type === 'cell' && contentItem.cell.equals(coreCell(content))).toBe(true);
    const [wallet] = await chain.get(minter, 'get_wallet_address', [addressArgument(bob)]);
    expect(addressOf(wallet)).toBe(textOf(walletOf(bob)));
  });

  it('makes jettons for its admin', async () => {
    const steps = await mint(bob, 7n);
    expect(outline(steps)).toEqual(['minter_jetton_mint', 'jetton_internal_transfer', 'excess']);
    expect([await balanceOf(bob), await supply()]).toEqual([7n, 107n]);
  });

  it('makes none for anybody else', async () => {
    expect(outline(await mint(alice, 7n, ton(0.1), alice))[0]).toBe('minter_jetton_mint exit 73');
    expect(await supply()).toBe(100n);
  });

  it('makes none when the value does not cover what the new wallet gets', async () => {
    expect(outline(await mint(bob, 7n, ton(0.2)))[0]).toBe('minter_jetton_mint exit 75');
    expect(await supply()).toBe(100n);
  });

  it('takes the jettons back when they do not arrive', async () => {
    const steps = await mint(bob, 7n, ton(0.005));
    expect(steps.some(({ bounced, to }) => bounced && to === textOf(minter))).toBe(true);
    expect([await balanceOf(bob), await supply()]).toEqual([0n, 100n]);
  });

  it('tells the wallet of an owner to a contract that asks', async () => {
    const body = provideWalletAddressBody(3n, bob, true);
    const steps = await chain.send({ from: alice, to: minter, value: ton(0.1), body });
    const answer = steps[1]!.bodyCell.beginParse();
    expect([answer.loadUint(32), answer.loadUint(64)]).toEqual([0xd1735400, 3]);
    expect(answer.loadAddress().toRawString().toUpperCase()).toBe(textOf(walletOf(bob)));
    expect(answer.loadMaybeRef()?.beginParse().loadAddress().toRawString().toUpperCase()).toBe(textOf(bob));
  });

  it('answers addr_none for an owner in another workchain', async () => {
    const body = provideWalletAddressBody(3n, { ...bob, workchain: -1 }, false);
    const steps = await chain.send({ from: alice, to: minter, value: ton(0.1), body });
    const answer = steps[1]!.bodyCell.beginParse().skip(96);
    expect([answer.loadMaybeAddress(), answer.loadMaybeRef()]).toEqual([null, null]);
  });

  it('gets another admin and other metadata from its admin alone', async () => {
    const metadata = changeJettonMetadataBody(1n, offChainMetadata('https://example.com/river.json'));
    await chain.send({ from: admin, to: minter, value: ton(0.1), body: metadata });
    await chain.send({ from: admin, to: minter, value: ton(0.1), body: changeJettonAdminBody(1n, bob) });
    const [, , adminItem, contentItem] = await chain.get(minter, 'get_jetton_data');
    expect(addressOf(adminItem)).toBe(textOf(bob));
    expect(contentItem?.type === 'cell' && contentItem.cell.beginParse().loadUint(8)).toBe(1);
    const steps = await chain.send({
      from: admin,
      to: minter,
      value: ton(0.1),
      body: changeJettonAdminBody(1n, admin),
    });
    expect(steps[0]).toMatchObject({ exitCode: 73 });
  });

  it('does not believe a burn that no wallet of its own tells', async () => {
    const notification = cellOfCore((await burn(10n))[1]!.bodyCell);
    const steps = await chain.send({ from: bob, to: minter, value: ton(0.1), body: notification });
    expect(steps[0]).toMatchObject({ exitCode: 74 });
    expect(await supply()).toBe(90n);
  });
});

const burn = (amount: bigint, value = ton(0.1)): Promise<Step[]> =>
  chain.send({
    from: alice,
    to: walletOf(alice),
    value,
    body: jettonBurnBody({ queryId: 4n, amount, response: alice }),
  });

describe('a jetton wallet', () => {
  it('sends jettons with a comment to a new wallet, and the rest of the value back', async () => {
    const steps = await transfer({ forwardAmount: ton(0.05), forwardPayload: commentBody('for the boat') });
    expect(outline(steps).toSorted()).toEqual(
      ['jetton_transfer', 'jetton_internal_transfer', 'jetton_notify', 'excess'].toSorted(),
    );
    expect(steps.find(({ body }) => body === 'jetton_notify')).toMatchObject({ to: textOf(bob), value: ton(0.05) });
    expect(steps.find(({ body }) => body === 'excess')).toMatchObject({ to: textOf(alice) });
    expect([await balanceOf(alice), await balanceOf(bob)]).toEqual([60n, 40n]);
  });

  it('keeps a balance to live on after every transfer', async () => {
    const before = await chain.balance(walletOf(alice));
    await transfer();
    await transfer();
    expect(await chain.balance(walletOf(alice))).toBeGreaterThanOrEqual(before - ton(0.0001));
    expect(await chain.balance(walletOf(bob))).toBeGreaterThanOrEqual(ton(0.0099));
  });

  it.each([
    ['from anybody but its owner', {}, 0.2, 705],
    ['of more than it has', { amount: 101n }, 0.2, 706],
    ['to another workchain', { destination: { workchain: -1, hash: new Uint8Array(32) } }, 0.2, 333],
    ['whose value does not cover the work', {}, 0.02, 709],
    ['whose value does not cover what is forwarded', { forwardAmount: ton(0.19) }, 0.2, 709],
  ])('refuses a transfer %s', async (_, changed, value, exitCode) => {
    const steps = await transfer(changed, ton(value), exitCode === 705 ? bob : alice);
    expect(steps[0]).toMatchObject({ exitCode, aborted: true });
    expect(await balanceOf(alice)).toBe(100n);
  });

  it('refuses a transfer without the bit that says where the payload is', async () => {
    const body = cellOfCore((await transfer())[0]!.bodyCell);
    const cut = new CellBuilder().storeBits(body.bits, body.bitLength - 1).endCell();
    const steps = await chain.send({ from: alice, to: walletOf(alice), value: ton(0.2), body: cut });
    expect(steps[0]).toMatchObject({ exitCode: 708 });
  });

  it('does not take jettons from a contract that is no wallet', async () => {
    const body = cellOfCore((await transfer())[1]!.bodyCell);
    const steps = await chain.send({ from: bob, to: walletOf(bob), value: ton(0.2), body });
    expect(steps[0]).toMatchObject({ exitCode: 707 });
    expect(await balanceOf(bob)).toBe(40n);
  });

  it('gets its jettons back when they do not arrive', async () => {
    await transfer({}, ton(0.2));
    // Other code at the same address refuses them.
    await chain.place(walletOf(bob), configState({ dictionary: content, publicKey: new Uint8Array(32) }), ton(1));
    const steps = await transfer();
    expect(steps.map(({ bounced, to }) => [bounced, to])).toContainEqual([true, textOf(walletOf(alice))]);
    expect(await balanceOf(alice)).toBe(60n);
  });

  it('burns jettons, and the supply shrinks', async () => {
    const steps = await burn(30n);
    expect(outline(steps)).toEqual(['jetton_burn', 'jetton_burn_notification', 'excess']);
    expect([await balanceOf(alice), await supply()]).toEqual([70n, 70n]);
  });

  it.each([
    ['more than it has', 101n, 0.1, 706],
    ['with too little value', 1n, 0.011, 709],
  ])('does not burn %s', async (_, amount, value, exitCode) => {
    expect((await burn(amount, ton(value)))[0]).toMatchObject({ exitCode });
    expect([await balanceOf(alice), await supply()]).toEqual([100n, 100n]);
  });

  it('takes plain value and bounces what it does not understand', async () => {
    const gift = await chain.send({ from: bob, to: walletOf(alice), value: ton(0.1) });
    expect(outline(gift)).toEqual(['empty']);
    const steps = await chain.send({ from: bob, to: walletOf(alice), value: ton(0.1), body: commentBody('hello') });
    expect(steps.map(({ bounced }) => bounced)).toEqual([false, true]);
  });
});
