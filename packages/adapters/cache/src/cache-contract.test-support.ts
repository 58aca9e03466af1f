import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Cache } from './index.ts';

const ttlMs = 60_000;
const text = (bytes: Uint8Array | undefined) => (bytes === undefined ? undefined : Buffer.from(bytes).toString());

/** Tests that every cache must pass. `open` returns an empty, working cache that only this test uses. */
export function describeCacheContract(name: string, open: () => Promise<Cache>): void {
  describe(`${name} as a cache`, () => {
    let cache: Cache;
    beforeEach(async () => {
      cache = await open();
    });
    afterEach(() => cache.close());

    it('finds nothing under a key that was never set', async () => {
      expect(await cache.get('nobody')).toBeUndefined();
    });

    it('returns the bytes that were set, whatever they are', async () => {
      const value = Uint8Array.from({ length: 256 }, (_, index) => index);

      expect(await cache.set({ key: 'bytes', value, ttlMs })).toBe(true);

      expect([...((await cache.get('bytes')) ?? [])]).toEqual([...value]);
    });

    it('keeps a string as UTF-8, an empty value as an empty value, and keys of any characters', async () => {
      await cache.set({ key: 'ключ 🗝 *?[x]', value: 'река', ttlMs });
      await cache.set({ key: 'empty', value: new Uint8Array(), ttlMs });

      expect(text(await cache.get('ключ 🗝 *?[x]'))).toBe('река');
      expect(await cache.get('empty')).toHaveLength(0);
    });

    it('keeps a value of a megabyte', async () => {
      const value = new Uint8Array(1_000_000).fill(7);

      expect(await cache.set({ key: 'large', value, ttlMs })).toBe(true);

      expect(Buffer.compare(value, (await cache.get('large')) ?? new Uint8Array())).toBe(0);
    });

    it('returns the values of many keys in order, also for missing and repeated keys', async () => {
      await cache.setMany([
        { key: 'a', value: '1', ttlMs },
        { key: 'b', value: '2', ttlMs },
      ]);

      const found = await cache.getMany(['b', 'none', 'a', 'b']);

      expect(found.map(text)).toEqual(['2', undefined, '1', '2']);
    });

    it('accepts an empty list of keys and of entries', async () => {
      expect(await cache.getMany([])).toEqual([]);
      expect(await cache.setMany([])).toBe(true);
      expect(await cache.delete([])).toBe(true);
    });

    it('replaces a value and its time to live', async () => {
      await cache.set({ key: 'a', value: 'old', ttlMs: 60 });
      await cache.set({ key: 'a', value: 'new', ttlMs });
      await sleep(90);

      expect(text(await cache.get('a'))).toBe('new');
    });

    it('forgets a value when its time is over, and not before', async () => {
      await cache.set({ key: 'short', value: 'x', ttlMs: 500 });
      await cache.set({ key: 'long', value: 'y', ttlMs });

      expect(text(await cache.get('short'))).toBe('x');
      await sleep(600);
      expect((await cache.getMany(['short', 'long'])).map(text)).toEqual([undefined, 'y']);
    });

    it('deletes the given key and no other', async () => {
      for (const key of ['a', 'b', 'c']) await cache.set({ key, value: key, ttlMs });

      expect(await cache.delete(['a', 'c', 'never there'])).toBe(true);

      expect((await cache.getMany(['a', 'b', 'c'])).map(text)).toEqual([undefined, 'b', undefined]);
    });

    it('serves many callers at once', async () => {
      const keys = Array.from({ length: 300 }, (_, index) => `key ${index}`);
      await Promise.all(keys.map((key) => cache.set({ key, value: key, ttlMs })));

      const found = await Promise.all(keys.map((key) => cache.get(key)));

      expect(found.map(text)).toEqual(keys);
    });

    it('refuses invalid arguments before it changes anything', async () => {
      await expect(cache.get('')).rejects.toMatchObject({ code: 'cache_key_invalid' });
      await expect(cache.get('x'.repeat(513))).rejects.toMatchObject({ code: 'cache_key_invalid' });
      await expect(cache.getMany(Array.from({ length: 10_001 }, String))).rejects.toMatchObject({
        code: 'cache_batch_too_large',
      });
      for (const ttl of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        const entries = [
          { key: 'fine', value: '', ttlMs },
          { key: 'a', value: '', ttlMs: ttl },
        ];
        await expect(cache.setMany(entries)).rejects.toMatchObject({ code: 'cache_ttl_invalid' });
      }
      expect(await cache.get('fine')).toBeUndefined();
    });

    it('finds and keeps nothing after it was closed, and can be closed twice', async () => {
      await cache.set({ key: 'a', value: 'x', ttlMs });
      await cache.close();
      await cache.close();

      expect(await cache.get('a')).toBeUndefined();
      expect(await cache.set({ key: 'a', value: 'x', ttlMs })).toBe(false);
      expect(await cache.delete(['a'])).toBe(false);
    });
  });
}
