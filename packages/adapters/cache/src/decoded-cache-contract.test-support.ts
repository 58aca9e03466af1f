import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import { createMetrics, type Metrics } from '@tonriver/telemetry';
import { type Cache, createDecodedCache, type DecodedCache } from './index.ts';

const format = {
  encode: (value: number) => Buffer.from(JSON.stringify({ value })),
  decode(bytes: Uint8Array): number {
    const { value } = JSON.parse(Buffer.from(bytes).toString()) as { readonly value?: unknown };
    if (typeof value !== 'number') throw new TypeError('No number');
    return value;
  },
};

/**
 * Tests of decoded values that pass over every cache. `open` returns an empty, working cache that only this test uses.
 */
export function describeDecodedCacheContract(name: string, open: () => Promise<Cache>): void {
  describe(`decoded values over ${name}`, () => {
    let cache: Cache;
    let metrics: Metrics;
    let numbers: DecodedCache<number>;
    beforeEach(async () => {
      cache = await open();
      metrics = createMetrics();
      numbers = createDecodedCache({ cache, format, ttlMs: 60_000, logger: silentLogger, metrics });
    });
    afterEach(() => cache.close());

    const eventuallyKept = async (key: string): Promise<number | undefined> => {
      for (let attempt = 0; attempt < 100; attempt++) {
        const value = await numbers.get(key);
        if (value !== undefined) return value;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return undefined;
    };

    it('are read as they were kept, also among missing keys', async () => {
      numbers.keep([
        { key: 'a', value: 1 },
        { key: 'b', value: 2 },
      ]);
      expect(await eventuallyKept('b')).toBe(2);
      expect(await numbers.getMany(['b', 'none', 'a'])).toEqual([2, undefined, 1]);
    });

    it.each([
      ['is not JSON', '{"value":'],
      ['has an unexpected form', '{"value":"1"}'],
      ['is empty', ''],
      ['is binary', Uint8Array.of(0, 255, 254)],
    ])('a kept value that %s counts as missing, is counted in a metric, and is written again', async (_name, value) => {
      await cache.set({ key: 'a', value, ttlMs: 60_000 });
      await cache.set({ key: 'b', value: '{"value":2}', ttlMs: 60_000 });
      expect(await numbers.getMany(['a', 'b'])).toEqual([undefined, 2]);
      expect(await metrics.render()).toContain('tonriver_cache_values_rejected_total{reason="undecodable"} 1');
      numbers.keep([{ key: 'a', value: 3 }]);
      expect(await eventuallyKept('a')).toBe(3);
    });

    it('an error while writing does not reach the caller', async () => {
      numbers.keep([{ key: '', value: 1 }]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(await numbers.get('a')).toBeUndefined();
    });
  });
}
