import { describe, expect, it } from '@jest/globals';
import { LRUCache } from 'lru-cache';
import type { BatchedLookUp } from './batched-look-up.ts';
import { createRememberedLookUp } from './remembered-look-up.ts';

function lookUpOf(values: ReadonlyMap<string, string>) {
  const asked: (readonly string[])[] = [];
  const getMany: BatchedLookUp<string>['getMany'] = (keys) => {
    asked.push(keys);
    return Promise.resolve(keys.map((key) => values.get(key)));
  };
  const lookUp: BatchedLookUp<string> = { get: async (key) => (await getMany([key]))[0], getMany };
  return { lookUp, asked };
}

describe('a look-up that remembers', () => {
  it('asks once for what may be remembered, and keeps the order of the keys', async () => {
    const { lookUp, asked } = lookUpOf(new Map(['a', 'b', 'c'].map((key) => [key, key.toUpperCase()])));
    const remembered = createRememberedLookUp({
      lookUp,
      kept: new LRUCache<string, string>({ max: 10 }),
      keep: (key, value) => (key === 'c' ? undefined : value),
    });
    expect(await remembered.getMany(['c', 'a'])).toEqual(['C', 'A']);
    expect(await remembered.getMany(['a', 'b', 'x', 'a', 'c', 'b'])).toEqual(['A', 'B', undefined, 'A', 'C', 'B']);
    expect(await remembered.get('b')).toBe('B');
    expect(asked).toEqual([
      ['c', 'a'],
      ['b', 'x', 'c', 'b'],
    ]);
  });

  it('looks again for what was not found', async () => {
    const values = new Map<string, string>();
    const { lookUp } = lookUpOf(values);
    const kept = new LRUCache<string, string>({ max: 10 });
    const remembered = createRememberedLookUp({ lookUp, kept, keep: (_key, value) => value });
    expect(await remembered.get('a')).toBeUndefined();
    values.set('a', 'A');
    expect(await remembered.get('a')).toBe('A');
  });
});
