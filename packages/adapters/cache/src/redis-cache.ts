import { randomInt } from 'node:crypto';
import type { Logger } from '@tonriver/logger';
import { createSeal, type SealFault } from '@tonriver/seal';
import type { Metrics } from '@tonriver/telemetry';
import { Redis } from 'ioredis';
import { createBoundedRead, type ReadFault } from './bounded-read.ts';
import { createBreaker } from './breaker.ts';
import type { Cache, CacheEntry } from './cache.ts';
import { checkEntries, checkKeys } from './checked-arguments.ts';
import { countRejected } from './rejected-values.ts';

export interface RedisCacheOptions {
  /** `redis://` or `rediss://`, with credentials and database as Redis URLs have them. */
  readonly url: string;
  /** Prefix of every key, so that networks and services can share one Redis. */
  readonly namespace: string;
  /**
   * Known only to the processes that share the values: nobody else can write a value that they accept. Without a
   * secret, accidental damage is detected, but not a value that somebody forged.
   */
  readonly secret?: string | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Longest wait for one operation; 250 ms by default. A cache that is slower than its source is of no use. */
  readonly operationTimeoutMs?: number;
  /** After `breakerFailuresMax` failures in a row Redis is not called for this long; 1,000 ms by default. */
  readonly breakerOpenMs?: number;
  /** Called once whenever the cache becomes unreachable or reachable. */
  readonly onAvailability?: (isAvailable: boolean, cause?: unknown) => void;
}

type Operation = 'get' | 'set' | 'delete';

const breakerFailuresMax = 3;
const connectTimeoutMs = 1_000;
/** A connection without an answer for this long is closed and opened again: its host may be gone. */
const socketTimeoutMs = 2_000;
const reconnectPauseMaxMs = 2_000;
/**
 * Operations that may wait at the same time. If there are more, Redis is too slow, and further ones would only fill
 * memory.
 */
const inFlightMax = 1_000;
/** Bytes of values that may be on their way to Redis. Further values are not kept, for the same reason. */
const inFlightBytesMax = 64 * 1024 * 1024;
/** Limit for one reply of Redis, and for one value. Foreign values may have any size. */
const replyBytesMax = 32 * 1024 * 1024;

/**
 * A cache in Redis. It connects in the background and never stops trying. Until it is connected, and whenever Redis
 * fails, hangs or refuses, operations end at once, or after `operationTimeoutMs` at the latest: reads find nothing and
 * writes keep nothing.
 *
 * Redis may be shared with other programs, so every value is checked: it must have been written by such a cache, under
 * this key, with this secret, completely, and not too long ago. All other values count as missing and are counted in a
 * metric. They are removed, except for those that are only too old.
 */
export function createRedisCache(options: RedisCacheOptions): Cache {
  const { url, namespace, operationTimeoutMs = 250 } = options;
  const redis = connect(url, operationTimeoutMs);
  const availability = createAvailability(options);
  const outcomes = options.metrics.counter('tonriver_cache_operations_total', 'Cache operations by outcome', [
    'operation',
    'outcome',
  ]);
  const attempt = createAttempt({ redis, options, outcomes, availability });
  const readBounded = createBoundedRead(redis, replyBytesMax);
  const seal = createSeal({ purpose: 'cache', secret: options.secret ?? '' });
  const reject = countRejected(options.metrics);
  let inFlightBytes = 0;
  let isClosed = false;
  redis.on('error', (error: unknown) => availability.lost(error));
  redis.on('close', () => {
    if (!isClosed) availability.lost('connection closed');
  });

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
    // A value that has expired by this clock may still be valid by another one. Redis removes it in time.
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
    ...checked({ getMany, setMany, remove }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      redis.disconnect();
    },
  };
}

/** Connects in the background and goes on trying for ever. */
function connect(url: string, operationTimeoutMs: number): Redis {
  return new Redis(url, {
    // Otherwise a command, and the request behind it, would wait for a connection.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: operationTimeoutMs,
    connectTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    // ioredis leaves this timer running when a connection breaks while it is being closed, so it is short.
    disconnectTimeout: 200,
    retryStrategy: (attempts) => Math.min(2 ** Math.min(attempts, 12) * 10 + randomInt(50), reconnectPauseMaxMs),
    // After a failover the old primary refuses writes: a new connection finds the new one. The first word of a Redis
    // error is its code; ioredis has no separate field for it.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
}

type Attempt = <T>(operation: Operation, run: () => Promise<T>, otherwise: T) => Promise<T>;

interface AttemptParts {
  readonly redis: Redis;
  readonly options: RedisCacheOptions;
  readonly outcomes: ReturnType<Metrics['counter']>;
  readonly availability: ReturnType<typeof createAvailability>;
}

/** One operation at Redis: counted, and given up at once while Redis is away, too slow or left alone. */
function createAttempt({ redis, options, outcomes, availability }: AttemptParts): Attempt {
  const { logger, breakerOpenMs = 1_000 } = options;
  const breaker = createBreaker({
    failuresMax: breakerFailuresMax,
    openMs: breakerOpenMs,
    nowMs: () => performance.now(),
  });
  let inFlight = 0;
  return async <T>(operation: Operation, run: () => Promise<T>, otherwise: T): Promise<T> => {
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
      logger.debug('Cache operation failed', { operation, error });
      // One failure is only counted. A line is logged when the breaker opens or the connection is lost.
      if (breaker.isOpen()) availability.lost(error);
      outcomes.inc({ operation, outcome: 'failed' });
      return otherwise;
    } finally {
      inFlight -= 1;
    }
  };
}

interface Operations {
  readonly getMany: (keys: readonly string[]) => Promise<readonly (Uint8Array | undefined)[]>;
  readonly setMany: (entries: readonly CacheEntry[]) => Promise<boolean>;
  readonly remove: (keys: readonly string[]) => Promise<boolean>;
}

/** The operations behind the checks of their arguments. Nothing is asked for no keys. */
function checked({ getMany, setMany, remove }: Operations): Omit<Cache, 'close'> {
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
  };
}

function isFault(value: Uint8Array | ReadFault | SealFault | undefined): value is ReadFault | SealFault {
  return typeof value === 'string';
}

/** Reports only changes: one report for many failures or successes in a row. */
function createAvailability({ logger, metrics, onAvailability }: RedisCacheOptions) {
  const gauge = metrics.gauge('tonriver_cache_available', '1 while the cache answers');
  // Unknown at first, so that both a first failure and a first success are logged.
  let isAvailable: boolean | undefined;
  const change = (next: boolean, cause?: unknown) => {
    if (isAvailable === next) return;
    isAvailable = next;
    gauge.set(next ? 1 : 0);
    if (next) logger.info('Cache is available');
    else logger.warn('Cache is unreachable: going on without it', { error: cause });
    onAvailability?.(next, cause);
  };
  return { found: () => change(true), lost: (cause: unknown) => change(false, cause) };
}
