import { beforeEach, expect, it } from '@jest/globals';
import type { AccountAddress } from '@tonriver/chain-model';
import { createTestChain, intOf, outline, type TestChain, textOf, ton } from '../test-chain.test-support.ts';
import { commentBody, nominatorDepositBody, nominatorPoolState, nominatorWithdrawBody } from '../index.ts';

let chain: TestChain;
let alice: AccountAddress;
let bob: AccountAddress;
let pool: AccountAddress;

const toPool = (from: AccountAddress, value: bigint, body = nominatorDepositBody()) =>
  chain.send({ from, to: pool, value, body });
const count = async (): Promise<bigint> => intOf((await chain.get(pool, 'get_nominators_count'))[0]);

beforeEach(async () => {
  chain = await createTestChain();
  alice = await chain.account('alice');
  bob = await chain.account('bob');
  pool = await chain.deploy(nominatorPoolState(), bob);
});

it('a nominator gets all deposits back, without their fees', async () => {
  await toPool(alice, ton(11));
  await toPool(alice, ton(21));
  await toPool(bob, ton(10));
  expect(await count()).toBe(2n);
  const argument = { type: 'int', value: BigInt(`0x${Buffer.from(alice.hash).toString('hex')}`) } as const;
  expect(intOf((await chain.get(pool, 'get_nominator_data', [argument]))[0])).toBe(ton(30));
  const steps = await toPool(alice, ton(1), nominatorWithdrawBody());
  expect(outline(steps)).toEqual(['text_comment', 'empty']);
  expect(steps[1]!.to).toBe(textOf(alice));
  // More than the request is worth: by this the indexer tells a payout from a request.
  expect(steps[1]!.value).toBeGreaterThan(ton(30.9));
  expect(await count()).toBe(1n);
  expect(await chain.balance(pool)).toBeGreaterThan(ton(9.5));
});

it.each([
  ['a deposit that is too small', () => toPool(alice, ton(9)), 60],
  ['a withdrawal by somebody without a deposit', () => toPool(alice, ton(1), nominatorWithdrawBody()), 61],
  ['another comment', () => toPool(alice, ton(20), commentBody('x')), 0xffff],
  ['a longer comment', () => toPool(alice, ton(20), commentBody('deposit')), 0xffff],
])('a pool bounces %s', async (_, send, exitCode) => {
  const steps = await send();
  expect(steps.map((step) => [step.exitCode, step.bounced])).toEqual([
    [exitCode, false],
    [0, true],
  ]);
  expect(await count()).toBe(0n);
});

it('a pool bounces what comes from the masterchain', async () => {
  const validator = await chain.account('validator', -1);
  expect((await toPool(validator, ton(20)))[0]).toMatchObject({ exitCode: 333 });
});

it('a pool takes no more than 40 nominators', async () => {
  for (let index = 0; index < 40; index++) {
    await toPool({ workchain: 0, hash: new Uint8Array(32).fill(index + 1) }, ton(10));
  }
  expect((await toPool(alice, ton(10)))[0]).toMatchObject({ exitCode: 65 });
  expect(await count()).toBe(40n);
});
