import { describe, expect, it } from '@jest/globals';
import { CellBuilder } from '@tonriver/boc';
import fc from 'fast-check';
import { createExternalQueue, type WaitingMessage } from './external-queue.ts';

const cell = new CellBuilder().endCell();
const messageOf = (position: number, account: number): WaitingMessage => {
  const hash = new Uint8Array(32).fill(position);
  const address = { workchain: 0, hash: new Uint8Array(32).fill(account) };
  return { hash, normalisedHash: hash, account: address, cell, boc: new Uint8Array(), position, acceptedAt: 0 };
};

describe('the queue of external messages', () => {
  it('has messages in the order of their acceptance, in all and for each account', () => {
    const change = fc.record({ position: fc.nat(40), account: fc.nat(3), isAdded: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const queue = createExternalQueue({ messagesMax: 1_000, messagesPerAccountMax: 1_000 });
        let expected: WaitingMessage[] = [];
        for (const { position, account, isAdded } of changes) {
          const known = expected.find((message) => message.position === position);
          const message = known ?? messageOf(position, account);
          if (!isAdded) {
            queue.remove(message);
            expected = expected.filter((other) => other !== message);
          } else {
            queue.add(message);
            if (known === undefined) expected.push(message);
          }
        }
        expect([...queue.all()]).toEqual(expected);
        expect(queue.size).toBe(expected.length);
        for (const account of [0, 1, 2, 3]) {
          const { account: address } = messageOf(0, account);
          const own = expected.filter((message) => message.account.hash[0] === account);
          expect(queue.waitingFor(address)).toEqual(own);
        }
      }),
    );
  });

  it('has no room when too many messages wait, or too many for one account', () => {
    const queue = createExternalQueue({ messagesMax: 3, messagesPerAccountMax: 2 });
    const full = expect.objectContaining({ code: 'queue_full', isRetryable: true });
    queue.add(messageOf(1, 1));
    queue.add(messageOf(2, 1));
    expect(() => queue.ensureRoom(messageOf(3, 1))).toThrow(full);
    queue.ensureRoom(messageOf(3, 2));
    queue.add(messageOf(3, 2));
    expect(() => queue.ensureRoom(messageOf(4, 3))).toThrow(full);
    queue.remove(messageOf(1, 1));
    queue.ensureRoom(messageOf(4, 1));
  });

  it('a message that the newest state has waits for no account, and stays known until it is removed', () => {
    const queue = createExternalQueue({ messagesMax: 10, messagesPerAccountMax: 2 });
    const [first, second] = [messageOf(1, 0), messageOf(2, 0)];
    for (const message of [first, second]) queue.add(message);
    expect(() => queue.ensureRoom(first)).toThrow('Too many messages wait for this account');
    queue.settle(first);
    expect(queue.waitingFor(first.account)).toEqual([second]);
    queue.ensureRoom(first);
    // Sent again, it is still the same message.
    queue.add(first);
    expect([queue.has(first), queue.size, [...queue.all()]]).toEqual([true, 2, [first, second]]);
    expect(queue.waitingFor(first.account)).toEqual([second]);
    for (const message of [first, second]) queue.remove(message);
    expect([queue.has(first), queue.size, queue.waitingFor(first.account)]).toEqual([false, 0, []]);
  });
});
