import { describe, expect, it } from '@jest/globals';
import { createBoundedMemory } from './bounded-memory.ts';

describe('a bounded memory', () => {
  it('removes the least recently used values, by number and by weight', async () => {
    const memory = createBoundedMemory<number>({ entriesMax: 3, bytesMax: 10, bytesOf: (value) => value });
    for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 })) memory.set(key, value);
    memory.get('a');
    memory.set('d', 4);
    expect(['a', 'b', 'c', 'd'].map((key) => memory.get(key))).toEqual([1, undefined, 3, 4]);
    memory.set('e', 6);
    expect(['a', 'c', 'd', 'e'].map((key) => memory.get(key))).toEqual([undefined, undefined, 4, 6]);
    memory.set('f', 11);
    expect(memory.get('f')).toBeUndefined();
  });

  it('makes a value once for all who ask meanwhile, and again after a failure', async () => {
    const memory = createBoundedMemory<number>({ entriesMax: 3 });
    let made = 0;
    const make = async (): Promise<number> => {
      made += 1;
      if (made === 1) throw new RangeError('first');
      return made;
    };
    const asks = await Promise.allSettled([memory.find('a', make), memory.find('a', make)]);
    expect(asks.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([await memory.find('a', make), await memory.find('a', make), made]).toEqual([2, 2, 2]);
  });

  it('keeps values that are not final only for a while', async () => {
    let nowMs = 1;
    const options = { entriesMax: 3, isFinal: (value: number) => value > 1, provisionalMs: 100, now: () => nowMs };
    const memory = createBoundedMemory<number>(options);
    let made = 0;
    const find = () => memory.find('a', async () => (made += 1));
    expect([await find(), await find()]).toEqual([1, 1]);
    nowMs = 102;
    expect([await find(), await find()]).toEqual([2, 2]);
    nowMs = 1_000_000;
    expect(await find()).toBe(2);
  });
});
