import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { describeCacheContract } from './cache-contract.test-support.ts';
import { describeDecodedCacheContract } from './decoded-cache-contract.test-support.ts';
import { createMemoryCache, entryOverheadBytes } from './memory-cache.ts';

describeCacheContract('memory', async () => createMemoryCache({ bytesMax: 10_000_000 }));
describeDecodedCacheContract('memory', async () => createMemoryCache({ bytesMax: 10_000_000 }));

const ttlMs = 1_000;
/** The bytes that this many entries take, each with a key and a value of one byte. */
const roomFor = (entries: number) => entries * (entryOverheadBytes + 2);

describe('createMemoryCache', () => {
  it('evicts the least recently used value when it is full', async () => {
    const cache = createMemoryCache({ bytesMax: roomFor(3) });
    for (const key of ['a', 'b', 'c']) await cache.set({ key, value: '.', ttlMs });
    await cache.get('a');

    await cache.set({ key: 'd', value: '.', ttlMs });

    const found = await cache.getMany(['a', 'b', 'c', 'd']);
    expect(found.map((value) => value !== undefined)).toEqual([true, false, true, true]);
  });

  it('does not keep a value larger than itself, and forgets the older value of that key', async () => {
    const cache = createMemoryCache({ bytesMax: roomFor(2) });
    await cache.set({ key: 'a', value: '.', ttlMs });
    await cache.set({ key: 'b', value: '.', ttlMs });

    expect(await cache.set({ key: 'a', value: new Uint8Array(10_000), ttlMs })).toBe(false);

    expect(await cache.get('a')).toBeUndefined();
    expect(await cache.get('b')).toBeDefined();
  });

  it('uses the given clock', async () => {
    let now = 1;
    const cache = createMemoryCache({ bytesMax: roomFor(2), nowMs: () => now });
    await cache.set({ key: 'a', value: '.', ttlMs: 10 });

    now = 10;
    expect(await cache.get('a')).toBeDefined();
    now = 12;
    expect(await cache.get('a')).toBeUndefined();
  });

  it('returns only the last value set, keeps the newest entry, and never keeps more than fits', async () => {
    const action = fc.record({
      kind: fc.constantFrom('set', 'get', 'delete'),
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      size: fc.integer({ min: 0, max: 400 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
        const bytesMax = 1_500;
        const cache = createMemoryCache({ bytesMax });
        const model = new Map<string, number>();
        for (const { kind, key, size } of actions) {
          if (kind === 'set') {
            expect(await cache.set({ key, value: new Uint8Array(size), ttlMs })).toBe(true);
            model.set(key, size);
            expect(await cache.get(key)).toHaveLength(size);
          } else if (kind === 'delete') {
            await cache.delete([key]);
            model.delete(key);
          }
          const found = await cache.get(key);
          if (found !== undefined) expect(found).toHaveLength(model.get(key) ?? -1);
        }
        let totalBytes = 0;
        for (const key of model.keys()) {
          const found = await cache.get(key);
          if (found !== undefined) totalBytes += found.length + 1 + entryOverheadBytes;
        }
        expect(totalBytes).toBeLessThanOrEqual(bytesMax);
      }),
    );
  });
});
