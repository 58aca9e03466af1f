import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import type { Cache } from './cache.ts';
import { countRejected } from './rejected-values.ts';

/** How values of one kind are written as bytes and read again. `decode` throws for bytes that are not such a value. */
interface ValueFormat<Value> {
  readonly encode: (value: Value) => Uint8Array;
  readonly decode: (bytes: Uint8Array, key: string) => Value;
}

export interface DecodedCacheOptions<Value> {
  readonly cache: Cache;
  readonly format: ValueFormat<Value>;
  readonly ttlMs: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Values of one kind in a cache. A kept value that cannot be decoded counts as missing and is never an error. */
export interface DecodedCache<Value> {
  get(key: string): Promise<Value | undefined>;
  /** In the order of the keys. */
  getMany(keys: readonly string[]): Promise<readonly (Value | undefined)[]>;
  /** Writes the values in the background: a slow cache must not make its users slow. */
  keep(values: readonly { readonly key: string; readonly value: Value }[]): void;
}

export function createDecodedCache<Value>(options: DecodedCacheOptions<Value>): DecodedCache<Value> {
  const { cache, format, ttlMs, logger, metrics } = options;
  const reject = countRejected(metrics);

  const inBackground = (write: () => Promise<boolean>): void => {
    const report = (error: unknown): void => logger.error('A value could not be kept', { error });
    new Promise((resolve) => resolve(write())).catch(report);
  };
  const decode = (bytes: Uint8Array, key: string): Value | undefined => {
    try {
      return format.decode(bytes, key);
    } catch {
      // A value that cannot be decoded is computed and written again, for any error.
      reject('undecodable');
      inBackground(() => cache.delete([key]));
      return undefined;
    }
  };
  const getMany = async (keys: readonly string[]): Promise<readonly (Value | undefined)[]> => {
    const kept = await cache.getMany(keys);
    return kept.map((bytes, index) => (bytes === undefined ? undefined : decode(bytes, keys[index] ?? '')));
  };
  return {
    get: async (key) => (await getMany([key]))[0],
    getMany,
    keep(values) {
      inBackground(() => cache.setMany(values.map(({ key, value }) => ({ key, value: format.encode(value), ttlMs }))));
    },
  };
}
