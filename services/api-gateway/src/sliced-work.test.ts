import { describe, expect, it } from '@jest/globals';
import { createSlicedWork } from './sliced-work.ts';

const busy = (ms: number): void => {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
};
const patient = { signal: new AbortController().signal, weight: 1 };
const work = (): ReturnType<typeof createSlicedWork> => createSlicedWork({ sliceMs: 2, weightMax: 8 });

describe('createSlicedWork', () => {
  it('is done whole and in order', async () => {
    const items = Array.from({ length: 1000 }, (_, index) => index);
    expect(await work().map(items, (item) => item * 2, patient)).toEqual(items.map((item) => item * 2));
    expect(await work().map([], () => 1, patient)).toEqual([]);
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
    const each = (): void => {
      began.push(turn);
      busy(3);
    };
    await Promise.all(Array.from({ length: 6 }, () => sliced.map(items, each, patient)));
    isDone = true;
    expect(new Set(began).size).toBe(30);
  });

  it('of many small requests is done in few turns', async () => {
    const sliced = createSlicedWork({ sliceMs: 1_000, weightMax: 1_000 });
    let turns = 0;
    let isDone = false;
    const countTurns = (): void => {
      turns += 1;
      if (!isDone) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    await Promise.all(Array.from({ length: 500 }, (_, index) => sliced.map([index], (item) => item, patient)));
    isDone = true;
    expect(turns).toBeLessThan(10);
  });

  it('is refused by its weight, and never when there is no other', async () => {
    const sliced = createSlicedWork({ sliceMs: 1, weightMax: 10 });
    const heavy = sliced.map([1], (item) => item, { ...patient, weight: 11 });
    await expect(sliced.map([1], (item) => item, patient)).rejects.toMatchObject({ code: 'overloaded' });
    expect(await heavy).toEqual([1]);
    const light = Array.from({ length: 10 }, () => sliced.map([1], (item) => item, patient));
    await expect(sliced.map([1], (item) => item, patient)).rejects.toMatchObject({ code: 'overloaded' });
    expect(await Promise.all(light)).toEqual(Array(10).fill([1]));
  });

  it('stops when its caller has left', async () => {
    const gone = new AbortController();
    let count = 0;
    const items = Array.from({ length: 100 }, () => 0);
    const each = (): void => {
      count += 1;
      busy(3);
      if (count === 5) gone.abort();
    };
    await expect(work().map(items, each, { signal: gone.signal, weight: 1 })).rejects.toMatchObject({
      code: 'timed_out',
    });
    expect(count).toBe(5);
  });

  it('is refused when too much waits, and continues after a failure', async () => {
    const sliced = createSlicedWork({ sliceMs: 1, weightMax: 1 });
    const fails = (): never => {
      throw new TypeError('broken');
    };
    const failing = sliced.map([1], fails, patient);
    await expect(sliced.map([1], () => 1, patient)).rejects.toMatchObject({ code: 'overloaded', status: 503 });
    await expect(failing).rejects.toThrow('broken');
    expect(await sliced.map([1], () => 1, patient)).toEqual([1]);
  });
});
