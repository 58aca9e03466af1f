import { beforeEach, describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder } from '@tonriver/boc';
import { type AccountAddress, buildHashmap } from '@tonriver/chain-model';
import {
  addressOf,
  cellOfCore,
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
  approveMultisigOrderBody,
  commentBody,
  multisigOrder,
  multisigOrderState,
  multisigState,
  newMultisigOrderBody,
} from '../index.ts';

let chain: TestChain;
let [alice, bob, carol, proposer]: AccountAddress[] = [];
let multisig: AccountAddress;

const transferTo = (to: AccountAddress, value = ton(1)): Cell =>
  multisigOrder([{ to, value, bounce: false, body: commentBody('Paid by three') }]);
const orderAt = (orderSeqno: bigint): AccountAddress => addressOfState(multisigOrderState(multisig, orderSeqno));

/** Sends a new order: by default alice's number 0, to pay carol. */
function newOrder(changes: Partial<Parameters<typeof newMultisigOrderBody>[0]> = {}, from = alice!): Promise<Step[]> {
  const body = newMultisigOrderBody({
    queryId: 5n,
    orderSeqno: 0n,
    maker: 'signer',
    index: 0,
    expiration: startTime + 600,
    order: transferTo(carol!),
    ...changes,
  });
  return chain.send({ from, to: multisig, value: ton(0.3), body });
}

const approve = (from: AccountAddress, index: number, value = ton(0.2)): Promise<Step[]> =>
  chain.send({ from, to: orderAt(0n), value, body: approveMultisigOrderBody(6n, index) });

/** Whether the order was sent to its wallet, and how many approve it. */
async function orderData() {
  const [wallet, seqno, threshold, isSent, signers, approvals, count, expiration] = await chain.get(
    orderAt(0n),
    'get_order_data',
  );
  return {
    wallet: addressOf(wallet),
    numbers: [seqno, threshold, isSent, approvals, count, expiration].map((item) =>
      item?.type === 'null' ? null : intOf(item),
    ),
    hasSigners: signers?.type === 'cell',
  };
}

beforeEach(async () => {
  chain = await createTestChain();
  [alice, bob, carol, proposer] = await Promise.all(
    ['alice', 'bob', 'carol', 'proposer'].map((name) => chain.account(name)),
  );
  const signers = [alice!, bob!, carol!];
  multisig = await chain.deploy(multisigState({ threshold: 2, signers, proposers: [proposer!] }), alice!, ton(10));
});

describe('a multisig wallet', () => {
  it('does what enough signers have approved', async () => {
    expect(outline(await newOrder())).toEqual(['mulisig_new_order', 'multisig_order_init']);
    expect(await orderData()).toEqual({
      wallet: textOf(multisig),
      numbers: [0n, 2n, 0n, 1n, 1n, BigInt(startTime + 600)],
      hasSigners: true,
    });
    const before = await chain.balance(carol!);
    const steps = await approve(bob!, 1);
    expect(outline(steps)).toEqual([
      'multisig_approve',
      'multisig_approve_accepted',
      'multisig_execute',
      'text_comment',
    ]);
    expect(steps.map(({ to }) => to)).toEqual([orderAt(0n), bob!, multisig, carol!].map(textOf));
    expect((await chain.balance(carol!)) - before).toBeGreaterThan(ton(0.99));
    expect((await orderData()).numbers.slice(2, 5)).toEqual([-1n, 0b11n, 2n]);
    expect(await chain.balance(orderAt(0n))).toBeGreaterThan(ton(0.02));
    expect(intOf((await chain.get(multisig, 'get_multisig_data'))[0])).toBe(1n);
    const [address] = await chain.get(multisig, 'get_order_address', [{ type: 'int', value: 0n }]);
    expect(addressOf(address)).toBe(textOf(orderAt(0n)));
  });

  it('takes an order of a proposer, which nobody has approved yet', async () => {
    await newOrder({ maker: 'proposer' }, proposer!);
    expect((await orderData()).numbers.slice(3, 5)).toEqual([0n, 0n]);
    await approve(carol!, 2);
    // The comment of a signer is an approval as well.
    const steps = await chain.send({ from: alice!, to: orderAt(0n), value: ton(0.2), body: commentBody('approve') });
    expect(outline(steps)).toEqual(['text_comment', 'multisig_approve_accepted', 'multisig_execute', 'text_comment']);
  });

  it('executes at once what one signer decides', async () => {
    multisig = await chain.deploy(multisigState({ threshold: 1, signers: [alice!] }), alice!, ton(5));
    const expected = ['mulisig_new_order', 'multisig_order_init', 'multisig_execute', 'text_comment'];
    expect(outline(await newOrder())).toEqual(expected);
  });

  it('gets other signers by an order, and executes no order of the ones before', async () => {
    const signersOfBob = Bag.of(multisigState({ threshold: 1, signers: [bob!] }).data!);
    const [signers] = signersOfBob.toCell(signersOfBob.root).refs;
    const update = new CellBuilder().storeUint(0x1d0cfbd3, 32).storeUint(1, 8).storeRef(signers!).storeBit(0).endCell();
    const entry = { key: Uint8Array.of(0), value: update };
    const storeValue = (builder: CellBuilder, cell: Cell): void => void builder.storeRef(cell);
    const order = buildHashmap([entry], { keyBits: 8, storeValue })!;
    await newOrder({ order });
    await newOrder({ orderSeqno: 1n });
    expect(outline(await approve(bob!, 1))).toContain('multisig_execute');
    expect(intOf((await chain.get(multisig, 'get_multisig_data'))[1])).toBe(1n);
    const late = await chain.send({
      from: carol!,
      to: orderAt(1n),
      value: ton(0.2),
      body: approveMultisigOrderBody(1n, 2),
    });
    expect(outline(late)).toContain('multisig_execute exit 1003');
    expect(outline(await newOrder({ orderSeqno: 2n }, bob!))).toContain('multisig_execute');
  });

  it.each([
    ['from somebody else', () => newOrder({}, bob), 106],
    ['with a number that no signer has', () => newOrder({ index: 9 }), 106],
    ['from a signer who says that he is a proposer', () => newOrder({ maker: 'proposer' }), 106],
    ['that is not the next one', () => newOrder({ orderSeqno: 1n }), 1001],
    ['that is too old', () => newOrder({ expiration: startTime - 1 }), 111],
  ])('bounces an order %s', async (_, send, exitCode) => {
    const steps = await send();
    expect(steps.map((step) => [step.exitCode, step.bounced])).toEqual([
      [exitCode, false],
      [0, true],
    ]);
  });

  it('executes for nobody but its own orders', async () => {
    await newOrder();
    const steps = await approve(bob!, 1);
    // The body that the order sent, from a signer.
    const { bodyCell } = steps.find(({ body }) => body === 'multisig_execute')!;
    const forged = await chain.send({ from: alice!, to: multisig, value: ton(0.2), body: cellOfCore(bodyCell) });
    expect(forged[0]).toMatchObject({ exitCode: 1002 });
  });
});

describe('an order', () => {
  beforeEach(async () => {
    await newOrder();
  });

  it.each([
    ['who has approved already', () => approve(alice!, 0), 107],
    [
      'who comes too late',
      () => {
        chain.blockchain.now = startTime + 601;
        return approve(bob!, 1);
      },
      111,
    ],
    [
      'who comes when it is executed',
      async () => {
        await approve(bob!, 1);
        return await approve(carol!, 2);
      },
      112,
    ],
  ])('answers a signer %s with the reason', async (_, send, exitCode) => {
    const [asked, answer] = await send();
    expect([asked!.body, answer!.body]).toEqual(['multisig_approve', 'multisig_approve_rejected']);
    expect(
      answer!.bodyCell
        .beginParse()
        .skip(32 + 64)
        .loadUint(32),
    ).toBe(exitCode);
  });

  it.each([
    ['somebody who is no signer', () => approve(proposer!, 0), 106],
    ['a signer with the number of another one', () => approve(bob!, 2), 106],
    ['a signer who sends too little', () => approve(bob!, 1, ton(0.04)), 114],
    [
      'another comment',
      () => chain.send({ from: bob!, to: orderAt(0n), value: ton(1), body: commentBody('refuse!') }),
      0xffff,
    ],
  ])('bounces the approval of %s', async (_, send, exitCode) => {
    const steps = await send();
    expect(steps.map((step) => [step.exitCode, step.bounced])).toEqual([
      [exitCode, false],
      [0, true],
    ]);
    expect((await orderData()).numbers[4]).toBe(1n);
  });

  it('is not made by anybody but its wallet', async () => {
    const state = multisigOrderState(multisig, 1n);
    const steps = await chain.send({ from: bob!, to: addressOfState(state), value: ton(1), state });
    expect(steps[0]).toMatchObject({ exitCode: 113 });
  });
});
