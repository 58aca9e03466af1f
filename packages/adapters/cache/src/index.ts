export type { Cache } from './cache.ts';
export {
  createDecodedCache,
  type DecodedCache,
} from './decoded-cache.ts';
export { createMemoryCache } from './memory-cache.ts';
export { createRedisCache } from './redis-cache.ts';
