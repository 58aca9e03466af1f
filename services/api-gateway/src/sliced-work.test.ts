import { describe, expect, it } from '@jest/globals';
import { createSlicedWork } from './sliced-work.ts';

const busy = (ms: number): void => {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
};
const never = new AbortController().signal;
const work = (): ReturnType<typeof createSlicedWork> => createSlicedWork({ sliceMs: 2, underWayMax: 8 });

describe('createSlicedWork', () => {
  it('is done whole and in order', async () => {
    const items = Array.from({ length: 1000 }, (_, index) => index);
    expect(await work().map(items, (item) => item * 2, never)).toEqual(items.map((item) => item * 2));
    expect(await work().map([], () => 1, never)).toEqual([]);
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
    await Promise.all(Array.from({ length: 6 }, () => sliced.map(items, each, never)));
    isDone = true;
    expect(new Set(began).size).toBe(30);
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
    await expect(work().map(items, each, gone.signal)).rejects.toMatchObject({ code: 'timed_out' });
    expect(count).toBe(5);
  });

  it('is refused when too much waits, and continues after a failure', async () => {
    const sliced = createSlicedWork({ sliceMs: 1, underWayMax: 1 });
    const fails = (): never => {
      throw new TypeError('broken');
    };
    const failing = sliced.map([1], fails, never);
    await expect(sliced.map([1], () => 1, never)).rejects.toMatchObject({ code: 'overloaded', status: 503 });
    await expect(failing).rejects.toThrow('broken');
    expect(await sliced.map([1], () => 1, never)).toEqual([1]);
  });
});
