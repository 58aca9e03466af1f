import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type MessageTarget, MessageTargetError } from '@tonriver/api-model';
import { eventually } from '@tonriver/testing';
import { exampleMessage } from '../endpoints/send-message/read-message.ts';
import { createPacedMessageTarget } from './paced-message-target.ts';
import { createSendingPlaces } from './sending-places.ts';

const boc = new Uint8Array(Buffer.from(exampleMessage.boc, 'base64'));
const hashOf = (number: number): Uint8Array => new Uint8Array(32).fill(number);
const keyOf = (number: number): string => Buffer.from(hashOf(number)).toString('base64');

/** A target that takes what it gets, whose messages are shown when the test says so. */
function openTarget({
  placesMax = 2,
  nowMs = () => 0,
  send,
}: { placesMax?: number; nowMs?: () => number } & Partial<MessageTarget> = {}) {
  const shown = new Set<string>();
  let sentCount = 0;
  let isUnknown = false;
  const places = createSendingPlaces({
    placesMax,
    accountPlacesMax: placesMax,
    waitingMax: 100,
    accountWaitingMax: 100,
    waitMsMax: 60_000,
  });
  const paced = createPacedMessageTarget({
    target: {
      send: send ?? (async () => ({ hash: hashOf(0), normalisedHash: hashOf(++sentCount) })),
    },
    pending: {
      async shownOf(keys) {
        if (isUnknown) throw new Error('nobody knows');
        return keys.filter((key) => shown.has(key));
      },
    },
    places,
    nowMs,
  });
  return {
    paced,
    sentCount: () => sentCount,
    show: (number: number) => void shown.add(keyOf(number)),
    beUnknown: () => void (isUnknown = true),
  };
}

const SETTLED_MS = 200;

describe('messages that are sent as fast as they are shown', () => {
  it('wait until those before them are shown', async () => {
    const { paced, sentCount, show } = openTarget();
    const all = Array.from({ length: 4 }, () => paced.send(boc));
    await sleep(SETTLED_MS);
    expect([sentCount(), paced.waitingCount]).toEqual([2, 2]);
    show(2);
    await eventually(() => expect(sentCount()).toBe(3), { timeoutMs: 5_000 });
    show(1);
    show(3);
    show(4);
    expect((await Promise.all(all)).map(({ normalisedHash }) => normalisedHash[0])).toEqual([1, 2, 3, 4]);
  });

  it('do not wait for one that is not shown for long, nor while nobody can say what is shown', async () => {
    let now = 0;
    const late = openTarget({ placesMax: 1, nowMs: () => now });
    await late.paced.send(boc);
    const second = late.paced.send(boc);
    await sleep(SETTLED_MS);
    expect(late.sentCount()).toBe(1);
    now = 3_000;
    await second;
    const third = late.paced.send(boc);
    await sleep(SETTLED_MS);
    expect(late.sentCount()).toBe(2);
    now = 10_000;
    await third;
    // The next ones of the account do not wait: it may have more messages than are followed.
    await Promise.all([late.paced.send(boc), late.paced.send(boc)]);
    expect(late.sentCount()).toBe(5);
    const away = openTarget({ placesMax: 1 });
    away.beUnknown();
    await Promise.all(Array.from({ length: 4 }, () => away.paced.send(boc)));
    expect(away.sentCount()).toBe(4);
  });

  it('do not wait for those that were refused, nor twice for one that was sent twice', async () => {
    let count = 0;
    const { paced, show } = openTarget({
      placesMax: 1,
      async send() {
        count += 1;
        if (count === 1) throw new MessageTargetError('refused', 'exitcode=33');
        return { hash: hashOf(0), normalisedHash: hashOf(9) };
      },
    });
    await expect(paced.send(boc)).rejects.toMatchObject({ code: 'refused' });
    await paced.send(boc);
    show(9);
    await Promise.all([paced.send(boc), paced.send(boc)]);
    expect([count, paced.waitingCount]).toEqual([4, 0]);
  });

  it('do not wait when their caller has left, or the gateway stops', async () => {
    const { paced, sentCount } = openTarget({ placesMax: 1 });
    await paced.send(boc);
    const leaving = new AbortController();
    const left = paced.send(boc, { signal: leaving.signal });
    const stopped = paced.send(boc);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'timed_out' });
    paced.close();
    await expect(stopped).rejects.toMatchObject({ code: 'overloaded' });
    expect([sentCount(), paced.waitingCount]).toEqual([1, 0]);
  });

  it('do not wait at all when they are none: the target says what is wrong', async () => {
    const { paced, sentCount } = openTarget({ placesMax: 1 });
    await paced.send(boc);
    await paced.send(Uint8Array.of(1, 2, 3));
    expect(sentCount()).toBe(2);
  });

  it('lose no place when a message is sent again while it is looked for', async () => {
    const PLACES = 600;
    const hash = (number: number): Uint8Array => {
      const bytes = new Uint8Array(32);
      new DataView(bytes.buffer).setUint32(0, number);
      return bytes;
    };
    let next = 0;
    let answer: ((keys: readonly string[]) => void) | undefined;
    const options = {
      placesMax: PLACES,
      accountPlacesMax: PLACES,
      waitingMax: 9,
      accountWaitingMax: 9,
      waitMsMax: 60_000,
    };
    const places = createSendingPlaces(options);
    const paced = createPacedMessageTarget({
      target: { send: async () => ({ hash: hash(0), normalisedHash: hash(next++) }) },
      pending: {
        shownOf: (keys) => new Promise((resolve) => (answer = (shown) => resolve(shown.length === 0 ? keys : shown))),
      },
      places,
      nowMs: () => 0,
    });
    await paced.send(boc);
    await eventually(() => expect(answer).toBeDefined(), { timeoutMs: 5_000 });
    // So many that the first one is not looked for any more; then it comes again.
    for (let count = 0; count < 500; count += 1) await paced.send(boc);
    next = 0;
    await paced.send(boc);
    const [first] = [answer!];
    answer = undefined;
    first([Buffer.from(hash(0)).toString('base64')]);
    await eventually(() => expect(answer).toBeDefined(), { timeoutMs: 5_000 });
    answer!([]);
    await sleep(SETTLED_MS);
    const frees = await Promise.all(Array.from({ length: PLACES }, () => places.take('another')));
    expect([frees.length, places.waitingCount]).toEqual([PLACES, 0]);
  });
});
