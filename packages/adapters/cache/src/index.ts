export type { Cache, CacheEntry } from './cache.ts';
export { CacheError, type CacheErrorCode } from './cache-error.ts';
export { batchKeysMax, keyBytesMax } from './checked-arguments.ts';
export {
  createDecodedCache,
  type DecodedCache,
  type DecodedCacheOptions,
  type ValueFormat,
} from './decoded-cache.ts';
export { createMemoryCache, type MemoryCacheOptions } from './memory-cache.ts';
export { createRedisCache, type RedisCacheOptions } from './redis-cache.ts';
