import { randomInt } from 'node:crypto';
import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import { Redis } from 'ioredis';
import { createBoundedRead, type ReadFault } from './bounded-read.ts';
import { createBreaker } from './breaker.ts';
import type { Cache, CacheEntry } from './cache.ts';
import { checkEntries, checkKeys } from './checked-arguments.ts';
import { countRejected } from './rejected-values.ts';
import { createSeal, type SealFault } from './seal.ts';

export interface RedisCacheOptions {
  /** `redis://` or `rediss://`, with credentials and database as Redis URLs have them. */
  readonly url: string;
  /** Put before every key, so that networks and services share one Redis. */
  readonly namespace: string;
  /**
   * Known to those who share the values and to nobody else: who does not know it cannot make a value that is believed.
   * Absent: accidents are told, intent is not.
   */
  readonly secret?: string | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Longest wait for one operation; 250 ms by default. A cache that is slower than its store is none. */
  readonly operationTimeoutMs?: number;
  /** After `breakerFailuresMax` failures in a row Redis is left alone for this long; 1,000 ms by default. */
  readonly breakerOpenMs?: number;
  /** Told once whenever the cache goes away or comes back. */
  readonly onAvailability?: (isAvailable: boolean, cause?: unknown) => void;
}

type Operation = 'get' | 'set' | 'delete';

const breakerFailuresMax = 3;
const connectTimeoutMs = 1_000;
/** A connection that owes an answer for this long is given up and made anew: its host may have vanished silently. */
const socketTimeoutMs = 2_000;
const reconnectPauseMaxMs = 2_000;
/**
 * Operations that wait at the same time; beyond it, Redis is slower than we ask, and asking more would only fill
 * memory.
 */
const inFlightMax = 1_000;
/** Values on their way to Redis; more are not kept, for the same reason. */
const inFlightBytesMax = 64 * 1024 * 1024;
/** Bytes of one answer of Redis, and of one value. What somebody else put there may be of any size. */
const replyBytesMax = 32 * 1024 * 1024;

/**
 * A cache in Redis. It connects in the background and goes on trying for ever; until it is connected, and whenever
 * Redis fails, hangs or refuses, operations answer at once or after `operationTimeoutMs` at the latest: nothing found,
 * not kept.
 *
 * Redis may be shared, and what is there is not believed: a value counts only when it was written by such a cache,
 * under that key, with that secret, whole and not too long ago. Everything else is counted and not there; it is
 * removed unless it is only too old.
 */
export function createRedisCache(options: RedisCacheOptions): Cache {
  const { url, namespace, operationTimeoutMs = 250, breakerOpenMs = 1_000 } = options;
  const redis = new Redis(url, {
    // A command that waits for a connection would make the request wait for it too.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: operationTimeoutMs,
    connectTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    // ioredis leaves such a timer behind when a connection breaks while it is being ended: keep it short.
    disconnectTimeout: 200,
    retryStrategy: (attempts) => Math.min(2 ** Math.min(attempts, 12) * 10 + randomInt(50), reconnectPauseMaxMs),
    // After a failover the old primary refuses writes: connect anew to find the new one. The first word of a Redis
    // error is its code; ioredis has no other field for it.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  const availability = createAvailability(options);
  const breaker = createBreaker({
    failuresMax: breakerFailuresMax,
    openMs: breakerOpenMs,
    nowMs: () => performance.now(),
  });
  const outcomes = options.metrics.counter('tonriver_cache_operations_total', 'Cache operations by outcome', [
    'operation',
    'outcome',
  ]);
  const readBounded = createBoundedRead(redis, replyBytesMax);
  const seal = createSeal(options.secret ?? '');
  const reject = countRejected(options.metrics);
  let inFlight = 0;
  let inFlightBytes = 0;
  let isClosed = false;
  redis.on('error', (error: unknown) => availability.lost(error));
  redis.on('close', () => {
    if (!isClosed) availability.lost('connection closed');
  });

  const attempt = async <T>(operation: Operation, run: () => Promise<T>, otherwise: T): Promise<T> => {
    if (redis.status !== 'ready' || inFlight >= inFlightMax || !breaker.mayCall()) {
      outcomes.inc({ operation, outcome: 'not_tried' });
      return otherwise;
    }
    inFlight += 1;
    try {
      const answer = await run();
      breaker.succeeded();
      availability.found();
      outcomes.inc({ operation, outcome: 'ok' });
      return answer;
    } catch (error) {
      breaker.failed();
      options.logger.debug('Cache operation failed', { operation, error });
      // One slow answer is counted; only the breaker's verdict, or a lost connection, is news.
      if (breaker.isOpen()) availability.lost(error);
      outcomes.inc({ operation, outcome: 'failed' });
      return otherwise;
    } finally {
      inFlight -= 1;
    }
  };

  const fullKey = (key: string) => `${namespace}:${key}`;
  const remove = (keys: readonly string[]) =>
    attempt('delete', async () => (await redis.unlink(keys.map(fullKey))) >= 0, false);
  const getMany = async (keys: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> => {
    const read = await attempt<readonly (Buffer | ReadFault | undefined)[]>(
      'get',
      () => readBounded(keys.map(fullKey)),
      keys.map(() => undefined),
    );
    const opened = read.map((bytes, index) =>
      Buffer.isBuffer(bytes) ? seal.open(fullKey(keys[index] ?? ''), bytes, Date.now()) : bytes,
    );
    // What is expired by this clock may be valid by the others': Redis removes it in its time.
    const rejected = keys.filter((_key, index) => isFault(opened[index]) && opened[index] !== 'expired');
    for (const value of opened) if (isFault(value)) reject(value);
    if (rejected.length > 0) void remove(rejected);
    return opened.map((value) => (isFault(value) ? undefined : value));
  };
  const setMany = async (entries: readonly CacheEntry[]): Promise<boolean> => {
    const sealed = entries.map(({ key, value, ttlMs }) => {
      const bytes = typeof value === 'string' ? Buffer.from(value) : value;
      return { key: fullKey(key), value: seal.wrap(fullKey(key), bytes, Date.now() + ttlMs), ttlMs };
    });
    const fitting = sealed.filter(({ value }) => value.length <= replyBytesMax);
    const bytes = fitting.reduce((total, { value }) => total + value.length, 0);
    if (inFlightBytes + bytes > inFlightBytesMax) {
      outcomes.inc({ operation: 'set', outcome: 'not_tried' });
      return false;
    }
    inFlightBytes += bytes;
    const areKept = await attempt(
      'set',
      async () => {
        await Promise.all(fitting.map(({ key, value, ttlMs }) => redis.set(key, value, 'PX', ttlMs)));
        return true;
      },
      false,
    );
    inFlightBytes -= bytes;
    return areKept && fitting.length === entries.length;
  };

  return {
    async get(key) {
      checkKeys([key]);
      return (await getMany([key]))[0];
    },
    async getMany(keys) {
      checkKeys(keys);
      return keys.length === 0 ? [] : await getMany(keys);
    },
    async set(entry) {
      checkEntries([entry]);
      return await setMany([entry]);
    },
    async setMany(entries) {
      checkEntries(entries);
      return entries.length === 0 || (await setMany(entries));
    },
    async delete(keys) {
      checkKeys(keys);
      if (keys.length === 0) return true;
      return await remove(keys);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      redis.disconnect();
    },
  };
}

function isFault(value: Uint8Array | ReadFault | SealFault | undefined): value is ReadFault | SealFault {
  return typeof value === 'string';
}

/** Turns many failures and successes into one report per change. */
function createAvailability({ logger, metrics, onAvailability }: RedisCacheOptions) {
  const gauge = metrics.gauge('tonriver_cache_available', '1 while the cache answers');
  // Unknown at first: the first failure and the first success are both worth a line.
  let isAvailable: boolean | undefined;
  const change = (next: boolean, cause?: unknown) => {
    if (isAvailable === next) return;
    isAvailable = next;
    gauge.set(next ? 1 : 0);
    if (next) logger.info('Cache is available');
    else logger.warn('Cache is away: going on without it', { error: cause });
    onAvailability?.(next, cause);
  };
  return { found: () => change(true), lost: (cause: unknown) => change(false, cause) };
}
