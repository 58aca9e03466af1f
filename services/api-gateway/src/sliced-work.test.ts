import { describe, expect, it } from '@jest/globals';
import { createSlicedWork } from './sliced-work.ts';

const busy = (ms: number): void => {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
};
const patient = { signal: new AbortController().signal, weight: 1 };
const work = (): ReturnType<typeof createSlicedWork> =>
  createSlicedWork({ sliceMs: 2, weightMax: 8, heldLengthMax: 1_000_000 });

describe('createSlicedWork', () => {
  it('is done whole and in order', async () => {
    const items = Array.from({ length: 1000 }, (_, index) => index);
    expect(await work().map(items, (item) => `${item}`, patient)).toEqual(items.map(String));
    expect(await work().map([], () => '', patient)).toEqual([]);
  });

  it('of many requests takes one slice in each turn of the loop, not one for each request', async () => {
    const sliced = work();
    const began: number[] = [];
    let turn = 0;
    let isDone = false;
    const countTurns = (): void => {
      turn += 1;
      if (!isDone) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    const items = Array.from({ length: 5 }, () => 0);
    const each = (): string => {
      began.push(turn);
      busy(3);
      return '';
    };
    await Promise.all(Array.from({ length: 6 }, () => sliced.map(items, each, patient)));
    isDone = true;
    expect(new Set(began).size).toBe(30);
  });

  it('of many small requests is done in few turns', async () => {
    const sliced = createSlicedWork({ sliceMs: 1_000, weightMax: 1_000, heldLengthMax: 1_000_000 });
    let turns = 0;
    let isDone = false;
    const countTurns = (): void => {
      turns += 1;
      if (!isDone) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    await Promise.all(Array.from({ length: 500 }, (_, index) => sliced.map([index], String, patient)));
    isDone = true;
    expect(turns).toBeLessThan(10);
  });

  it('is refused by its weight, and never when there is no other', async () => {
    const sliced = createSlicedWork({ sliceMs: 1, weightMax: 10, heldLengthMax: 100 });
    const heavy = sliced.map([1], String, { ...patient, weight: 11 });
    await expect(sliced.map([1], String, patient)).rejects.toMatchObject({ code: 'overloaded' });
    expect(await heavy).toEqual(['1']);
    const light = Array.from({ length: 10 }, () => sliced.map([1], String, patient));
    await expect(sliced.map([1], String, patient)).rejects.toMatchObject({ code: 'overloaded' });
    expect(await Promise.all(light)).toEqual(Array(10).fill(['1']));
  });

  it('is refused when unfinished work would hold too much, and one alone is not', async () => {
    const sliced = createSlicedWork({ sliceMs: 1, weightMax: 100, heldLengthMax: 100 });
    const long = (): string => {
      busy(2);
      return 'x'.repeat(60);
    };
    expect(await sliced.map([1, 2, 3], long, patient)).toHaveLength(3);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => sliced.map([1, 2, 3], long, patient)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'overloaded' });
    }
    expect(await sliced.map([1, 2], long, patient)).toHaveLength(2);
  });

  it('says that there is too much to do when the time is over before the first turn', async () => {
    const sliced = work();
    const late = new AbortController();
    const before = sliced.map([1], () => (busy(5), ''), patient);
    const waits = sliced.map([1], String, { signal: late.signal, weight: 1 });
    late.abort();
    await expect(waits).rejects.toMatchObject({ code: 'overloaded' });
    await before;
  });

  it('stops when its caller has left', async () => {
    const gone = new AbortController();
    let count = 0;
    const items = Array.from({ length: 100 }, () => 0);
    const each = (): string => {
      count += 1;
      busy(3);
      if (count === 5) gone.abort();
      return '';
    };
    await expect(work().map(items, each, { signal: gone.signal, weight: 1 })).rejects.toMatchObject({
      code: 'timed_out',
    });
    expect(count).toBe(5);
  });

  it('is refused when too much waits, and continues after a failure', async () => {
    const sliced = createSlicedWork({ sliceMs: 1, weightMax: 1, heldLengthMax: 100 });
    const fails = (): never => {
      throw new TypeError('broken');
    };
    const failing = sliced.map([1], fails, patient);
    await expect(sliced.map([1], String, patient)).rejects.toMatchObject({ code: 'overloaded', status: 503 });
    await expect(failing).rejects.toThrow('broken');
    expect(await sliced.map([1], String, patient)).toEqual(['1']);
  });
});
