import { beforeEach, expect, it } from '@jest/globals';
import type { AccountAddress } from '@tonriver/chain-model';
import { commentBody, relayBody, relayState } from '../index.ts';
import { createTestChain, outline, type TestChain, textOf, ton } from '../test-chain.test-support.ts';

let chain: TestChain;
let alice: AccountAddress;
let first: AccountAddress;
let second: AccountAddress;

beforeEach(async () => {
  chain = await createTestChain();
  alice = await chain.account('alice');
  first = await chain.deploy(relayState(0), alice);
  second = await chain.deploy(relayState(1), alice);
});

it('passes a message to and fro as often as it says, and gives back the rest of its value', async () => {
  const body = relayBody({ queryId: 9n, hops: 3, next: second, response: alice });
  const steps = await chain.send({ from: alice, to: first, value: ton(0.5), body });
  expect(steps.map(({ to }) => to)).toEqual([first, second, first, second, alice].map(textOf));
  expect(steps.at(-1)).toMatchObject({ body: 'excess', aborted: false });
  expect(steps.at(-1)!.value).toBeGreaterThan(ton(0.45));
});

it('bounces what it does not understand', async () => {
  const steps = await chain.send({ from: alice, to: first, value: ton(0.5), body: commentBody('pass') });
  expect(steps[0]).toMatchObject({ exitCode: 0xffff });
  expect(outline(steps)[1]).toMatch(/^bounced/);
});
