import { beforeEach, describe, expect, it } from '@jest/globals';
import { beginCell, type Cell as CoreCell, Dictionary } from '@ton/core';
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type Cell, CellBuilder } from '@tonriver/boc';
import type { AccountAddress } from '@tonriver/chain-model';
import {
  cellOfCore,
  coreCell,
  createTestChain,
  intOf,
  outline,
  startTime,
  type TestChain,
  textOf,
  ton,
} from '../test-chain.test-support.ts';
import {
  carriedConfigOrder,
  configAddress,
  type ConfigOrder,
  configOrderToSign,
  configState,
  electorAddress,
  electorState,
  newStakeBody,
  recoverStakeBody,
  signedConfigOrder,
  stakeToSign,
} from '../index.ts';

/** An Ed25519 key of 32 equal bytes. */
function keyOf(byte: number): { readonly secret: KeyObject; readonly publicKey: Uint8Array } {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const secret = createPrivateKey({
    key: Buffer.concat([prefix, Buffer.alloc(32, byte)]),
    format: 'der',
    type: 'pkcs8',
  });
  return { secret, publicKey: createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32) };
}

const owner = keyOf(7);
const validator = keyOf(8);

function signedOrder(order: ConfigOrder, key = owner): Cell {
  return signedConfigOrder(sign(null, configOrderToSign(order).hash(), key.secret), order);
}

const validators = (since: number, until: number): Cell =>
  new CellBuilder()
    .storeUint(0x12, 8)
    .storeUint(since, 32)
    .storeUint(until, 32)
    .storeUint(1, 16)
    .storeUint(1, 16)
    .storeUint(1, 64)
    .storeBit(0)
    .endCell();

let chain: TestChain;
let user: AccountAddress;

async function parameters(): Promise<Dictionary<number, CoreCell>> {
  const dictionary = (await chain.dataOf(configAddress)).refs[0]!;
  return Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), dictionary);
}

beforeEach(async () => {
  chain = await createTestChain();
  user = await chain.account('user');
  const dictionary = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), chain.blockchain.config);
  dictionary.set(34, coreCell(validators(startTime - 1000, startTime + 1_000_000)));
  const root = cellOfCore(beginCell().storeDictDirect(dictionary).endCell());
  const state = configState({ dictionary: root, publicKey: owner.publicKey });
  await chain.place(configAddress, state, ton(100));
  await chain.place(electorAddress, electorState(), ton(100));
});

describe('the config contract', () => {
  const order = { seqno: 0, validUntil: startTime + 60, index: 71, value: new CellBuilder().storeUint(5, 8).endCell() };

  it('changes a parameter when its owner signs an external message', async () => {
    expect(outline(await chain.sendExternal(configAddress, signedOrder(order)))).toHaveLength(1);
    expect((await parameters()).get(71)?.equals(coreCell(order.value))).toBe(true);
    expect(intOf((await chain.get(configAddress, 'seqno'))[0])).toBe(1n);
  });

  it('changes a parameter when anybody carries a signed order, and gives back the rest of the value', async () => {
    const body = carriedConfigOrder(9n, signedOrder(order));
    const steps = await chain.send({ from: user, to: configAddress, value: ton(1), body });
    expect(steps.map(({ exitCode, actionCode }) => [exitCode, actionCode])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(steps[1]).toMatchObject({ to: textOf(user), body: 'excess' });
    expect((await parameters()).get(71)).toBeDefined();
  });

  it.each([
    ['that was carried out before', { ...order, seqno: 1 }, owner, 33],
    ['that has expired', { ...order, validUntil: startTime }, owner, 35],
    ['that another key signed', order, validator, 34],
    ['to move the configuration to another contract', { ...order, index: 0 }, owner, 36],
  ])('refuses an order %s', async (_, refused, key, exitCode) => {
    const before = await chain.dataOf(configAddress);
    await expect(chain.sendExternal(configAddress, signedOrder(refused, key))).rejects.toThrow();
    const body = carriedConfigOrder(1n, signedOrder(refused, key));
    const steps = await chain.send({ from: user, to: configAddress, value: ton(1), body });
    expect(steps[0]).toMatchObject({ exitCode, aborted: true });
    expect(steps[1]).toMatchObject({ to: textOf(user), bounced: true });
    expect((await chain.dataOf(configAddress)).equals(before)).toBe(true);
  });

  it('bounces what it does not understand', async () => {
    const body = new CellBuilder().storeUint(0x12345678, 32).endCell();
    const steps = await chain.send({ from: user, to: configAddress, value: ton(1), body });
    expect(steps.map(({ bounced }) => bounced)).toEqual([false, true]);
  });

  it('puts the next validators in force at the tick after their time', async () => {
    const current = (await parameters()).get(34)!;
    const next = validators(startTime + 100, startTime + 200);
    await chain.sendExternal(configAddress, signedOrder({ ...order, index: 36, value: next }));
    await chain.tick(configAddress);
    expect((await parameters()).get(34)?.equals(current)).toBe(true);

    chain.blockchain.now = startTime + 100;
    await chain.tick(configAddress);
    const changed = await parameters();
    expect(changed.get(34)?.equals(coreCell(next))).toBe(true);
    expect(changed.get(32)?.equals(current)).toBe(true);
    expect(changed.has(36)).toBe(false);
  });
});

describe('the elector', () => {
  const stake = { stakeAt: startTime + 1000, maxFactor: 0x30000, adnlAddress: new Uint8Array(32).fill(3) };
  let staker: AccountAddress;

  const stakeBody = (changed: Partial<typeof stake> = {}, key = validator, queryId = 1n): Cell => {
    const sent = { ...stake, ...changed };
    const signature = sign(null, stakeToSign(sent, staker.hash), key.secret);
    return newStakeBody(queryId, sent, { publicKey: validator.publicKey, signature });
  };

  /** Begins an election: the validators' time ends in 1,000 s, and elections begin 65,536 s before that. */
  async function openElection(): Promise<void> {
    const dictionary = await parameters();
    dictionary.set(34, coreCell(validators(startTime, stake.stakeAt)));
    dictionary.set(
      15,
      coreCell(new CellBuilder().storeUint(65536, 32).storeUint(32768, 32).storeUint(500, 32).endCell()),
    );
    chain.blockchain.setConfig(beginCell().storeDictDirect(dictionary).endCell());
    await chain.tick(electorAddress);
  }

  const credit = async (): Promise<bigint> =>
    intOf((await chain.get(electorAddress, 'compute_returned_stake', [hashArgument(staker)]))[0]);

  beforeEach(async () => {
    staker = await chain.account('staker', -1);
  });

  it('opens and closes the election at the times of the configuration', async () => {
    expect(intOf((await chain.get(electorAddress, 'active_election_id'))[0])).toBe(0n);
    await openElection();
    expect(intOf((await chain.get(electorAddress, 'active_election_id'))[0])).toBe(BigInt(stake.stakeAt));
    expect((await chain.get(electorAddress, 'participant_list'))[0]?.type).toBe('null');
    chain.blockchain.now = stake.stakeAt - 500;
    await chain.tick(electorAddress);
    expect(intOf((await chain.get(electorAddress, 'active_election_id'))[0])).toBe(0n);
  });

  it('confirms a stake, credits it without its fee, and gives it back when asked', async () => {
    await openElection();
    const staked = await chain.send({ from: staker, to: electorAddress, value: ton(10_001), body: stakeBody() });
    expect(outline(staked)).toEqual(['elector_new_stake', 'elector_new_stake_confirmation']);
    expect(await credit()).toBe(ton(10_000));

    const body = recoverStakeBody(2n);
    const recovered = await chain.send({ from: staker, to: electorAddress, value: ton(1), body });
    expect(outline(recovered)).toEqual(['elector_recover_stake_request', 'elector_recover_stake_response']);
    expect(recovered[1]!.value).toBeGreaterThan(ton(10_000));
    expect(await credit()).toBe(0n);
  });

  it('adds up the stakes of one wallet', async () => {
    await openElection();
    await chain.send({ from: staker, to: electorAddress, value: ton(11), body: stakeBody() });
    await chain.send({ from: staker, to: electorAddress, value: ton(6), body: stakeBody() });
    expect(await credit()).toBe(ton(15));
  });

  it.each([
    ['no election is open', 0, false, {}, validator, 100],
    ['another key signed it', 1, true, {}, owner, 100],
    ['it is too small', 2, true, {}, validator, 1],
    ['it is for another election', 3, true, { stakeAt: startTime }, validator, 100],
    ['its factor is below one', 6, true, { maxFactor: 0xffff }, validator, 100],
  ])('sends a stake back when %s, with reason %i', async (_, reason, isOpen, changed, key, amount) => {
    if (isOpen) await openElection();
    const body = stakeBody(changed, key);
    const steps = await chain.send({ from: staker, to: electorAddress, value: ton(amount), body });
    const answer = steps[1]!.bodyCell.beginParse();
    expect([answer.loadUint(32), answer.loadUint(64), answer.loadUint(32)]).toEqual([0xee6f454c, 1, reason]);
    expect(await credit()).toBe(0n);
  });

  it('bounces a stake that comes from the basechain', async () => {
    const steps = await chain.send({ from: user, to: electorAddress, value: ton(5), body: stakeBody() });
    expect(steps.map(({ bounced }) => bounced)).toEqual([false, true]);
  });

  it('says when there is nothing to give back, and when it does not know an operation', async () => {
    const asked = await chain.send({ from: user, to: electorAddress, value: ton(1), body: recoverStakeBody(3n) });
    expect(asked[1]!.bodyCell.beginParse().loadUint(32)).toBe(0xfffffffe);
    const body = new CellBuilder().storeUint(0x12345678, 32).storeUint(4, 64).endCell();
    const unknown = await chain.send({ from: user, to: electorAddress, value: ton(1), body });
    const answer = unknown[1]!.bodyCell.beginParse();
    expect([answer.loadUint(32), answer.loadUint(64), answer.loadUint(32)]).toEqual([0xffffffff, 4, 0x12345678]);
  });
});

function hashArgument(account: AccountAddress): { readonly type: 'int'; readonly value: bigint } {
  return { type: 'int', value: BigInt(`0x${Buffer.from(account.hash).toString('hex')}`) };
}
