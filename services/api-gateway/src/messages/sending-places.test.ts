import { describe, expect, it } from '@jest/globals';
import { createSendingPlaces } from './sending-places.ts';

const options = { placesMax: 4, accountPlacesMax: 2, waitingMax: 5, accountWaitingMax: 3, waitMsMax: 60_000 };

describe('places for messages that are not shown yet', () => {
  it('are given in order, and not all to one account', async () => {
    const places = createSendingPlaces(options);
    const given: string[] = [];
    const frees: (() => void)[] = [];
    const take = async (name: string): Promise<void> => {
      const free = await places.take(name[0]!);
      given.push(name);
      frees.push(free);
    };
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'b2'].map(take);
    await Promise.all([all[0], all[1], all[3], all[4]]);
    expect([given, places.waitingCount]).toEqual([['a1', 'a2', 'b1', 'c1'], 3]);
    // The place of b1 is not for a3, whose account has two: it goes to d1.
    frees[2]!();
    await all[5];
    // One place is freed once.
    frees[2]!();
    frees[0]!();
    await all[2];
    expect([given, places.waitingCount]).toEqual([['a1', 'a2', 'b1', 'c1', 'd1', 'a3'], 1]);
    frees[1]!();
    await all[6];
    for (const free of frees) free();
    expect(places.waitingCount).toBe(0);
  });

  it('keep the order of the messages of one account, also of one that comes when there is room again', async () => {
    const places = createSendingPlaces({ ...options, accountPlacesMax: 1 });
    const free = await places.take('a');
    const order: number[] = [];
    const take = async (number: number): Promise<void> => {
      const next = await places.take('a');
      order.push(number);
      next();
    };
    const second = take(2);
    free();
    await Promise.all([second, take(3)]);
    expect(order).toEqual([2, 3]);
  });

  it('are not waited for by too many, neither of one account nor together', async () => {
    const places = createSendingPlaces(options);
    const frees = await Promise.all(['a', 'a', 'b', 'b'].map((account) => places.take(account)));
    const waiting = ['a', 'a', 'a'].map((account) => places.take(account));
    const refused = { code: 'overloaded', fields: { retryAfterMs: 60_000 } };
    await expect(places.take('a')).rejects.toMatchObject(refused);
    waiting.push(places.take('c'), places.take('d'));
    await expect(places.take('e')).rejects.toMatchObject(refused);
    expect(places.waitingCount).toBe(5);
    for (const free of frees) free();
    for (const free of await Promise.all(waiting.slice(3))) free();
    for (const next of waiting.slice(0, 3)) (await next)();
    expect(places.waitingCount).toBe(0);
  });

  it('are not waited for longer than that: who has waited so long goes on, and counts', async () => {
    const places = createSendingPlaces({ ...options, placesMax: 1, waitMsMax: 30 });
    const first = await places.take('a');
    const second = await places.take('b');
    const third = places.take('c');
    first();
    expect(places.waitingCount).toBe(1);
    second();
    (await third)();
    expect(places.waitingCount).toBe(0);
  });

  it('are not waited for by those that have left, and not at all any more when they are closed', async () => {
    const places = createSendingPlaces({ ...options, placesMax: 1 });
    const first = await places.take('a');
    const leaving = new AbortController();
    const left = places.take('b', leaving.signal);
    const refused = places.take('c');
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'timed_out' });
    await expect(places.take('b', leaving.signal)).rejects.toMatchObject({ code: 'timed_out' });
    expect(places.waitingCount).toBe(1);
    places.close();
    await expect(refused).rejects.toMatchObject({ code: 'overloaded' });
    (await places.take('d'))();
    first();
    expect(places.waitingCount).toBe(0);
  });

  it('are given to all that wait, or to those of one account, when they are let go', async () => {
    const places = createSendingPlaces({ ...options, placesMax: 1 });
    const order: string[] = [];
    const take = async (name: string): Promise<void> => {
      await places.take(name[0]!);
      order.push(name);
    };
    const all = ['a1', 'b1', 'a2', 'b2'].map(take);
    places.letGo('b');
    await Promise.all([all[0], all[1], all[3]]);
    expect(order).toEqual(['a1', 'b1', 'b2']);
    places.letGo();
    await all[2];
    expect(places.waitingCount).toBe(0);
  });
});
