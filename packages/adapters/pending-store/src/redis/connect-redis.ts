import { randomInt } from 'node:crypto';
import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import { Redis, type Result } from 'ioredis';
import { PendingStoreError } from '../pending-store-error.ts';
import { CONFIRM, FIND, MISSING, PUT, READ, REMOVE } from './scripts.ts';
import { warnOfEviction } from './warn-of-eviction.ts';

export interface RedisConnectionOptions {
  /** `redis://` or `rediss://`, with credentials and database as Redis URLs have them. */
  readonly url: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Longest wait for one command; 500 ms by default. */
  readonly commandTimeoutMs?: number;
}

type Argument = string | number | Buffer;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    tonriverPendingFindBuffer(...parameters: readonly Argument[]): Result<unknown, Context>;
    tonriverPendingReadBuffer(...parameters: readonly Argument[]): Result<unknown, Context>;
    tonriverPendingPut(...parameters: readonly Argument[]): Result<unknown, Context>;
    tonriverPendingRemove(...parameters: readonly Argument[]): Result<unknown, Context>;
    tonriverPendingMissing(...parameters: readonly Argument[]): Result<unknown, Context>;
    tonriverPendingConfirm(...parameters: readonly Argument[]): Result<unknown, Context>;
  }
}

const scripts = { Find: FIND, Read: READ, Put: PUT, Remove: REMOVE, Missing: MISSING, Confirm: CONFIRM };

const COMMAND_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 1_000;
/** A connection without an answer for this long is closed and opened again: its host may be gone. */
const SOCKET_TIMEOUT_MS = 2_000;
const RECONNECT_PAUSE_MS_MAX = 1_000;
/** Commands that may wait at the same time. With more of them Redis is too slow. */
const IN_FLIGHT_MAX = 1_000;

export interface RedisConnection {
  /** Runs one command. @throws {PendingStoreError} `unavailable` at once without a connection, and when it fails */
  run<Answer>(operation: string, command: (redis: Redis) => Promise<Answer>): Promise<Answer>;
  /** How often it was connected: what was read before a change may not be so any more. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/** Connects in the background and never stops trying. */
export function connectRedis(options: RedisConnectionOptions): RedisConnection {
  const { url, logger, metrics, commandTimeoutMs = COMMAND_TIMEOUT_MS } = options;
  const redis = open(url, commandTimeoutMs);
  const outcomes = metrics.counter('tonriver_pending_store_operations_total', 'Commands to the pending store', [
    'operation',
    'outcome',
  ]);
  const availability = createAvailability(options);
  let [isClosed, connections, inFlight] = [false, 0, 0];
  const lost = (cause: unknown): void => {
    if (!isClosed) availability.lost(cause);
  };
  redis.on('error', lost);
  redis.on('close', () => lost('connection closed'));
  redis.on('ready', () => {
    connections += 1;
    availability.found();
    if (connections === 1) void warnOfEviction(redis, logger);
  });
  return {
    connections: () => connections,
    async run(operation, command) {
      if (redis.status !== 'ready' || inFlight >= IN_FLIGHT_MAX) {
        outcomes.inc({ operation, outcome: 'not_tried' });
        throw unavailable(redis.status === 'ready' ? 'too many commands wait' : 'not connected');
      }
      inFlight += 1;
      try {
        const answer = await command(redis);
        outcomes.inc({ operation, outcome: 'ok' });
        return answer;
      } catch (error) {
        outcomes.inc({ operation, outcome: 'failed' });
        logger.debug('The pending store did not answer', { operation, error });
        throw unavailable(error);
      } finally {
        inFlight -= 1;
      }
    },
    async close() {
      isClosed = true;
      redis.disconnect();
    },
  };
}

export function unavailable(cause: unknown): PendingStoreError {
  return new PendingStoreError('unavailable', 'the store of pending traces does not answer', {}, { cause });
}

function open(url: string, commandTimeout: number): Redis {
  const redis = new Redis(url, {
    // Otherwise a command, and the request behind it, would wait for a connection.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    // ioredis leaves this timer running when a connection breaks while it is being closed, so it is short.
    disconnectTimeout: 200,
    retryStrategy: (attempts) => Math.min(2 ** Math.min(attempts, 10) * 10 + randomInt(50), RECONNECT_PAUSE_MS_MAX),
    // After a failover the old primary refuses writes: a new connection finds the new one. The first word of a Redis
    // error is its code; ioredis has no separate field for it.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  for (const [name, lua] of Object.entries(scripts)) {
    redis.defineCommand(`tonriverPending${name}`, { lua, numberOfKeys: 0 });
  }
  return redis;
}

/** Reports only changes: one line for many failures or successes in a row. */
function createAvailability({ logger, metrics }: RedisConnectionOptions) {
  const gauge = metrics.gauge('tonriver_pending_store_available', '1 while the pending store is connected');
  // Unknown at first, so that both a first failure and a first success are logged.
  let isAvailable: boolean | undefined;
  const change = (next: boolean, cause?: unknown): void => {
    if (isAvailable === next) return;
    isAvailable = next;
    gauge.set(next ? 1 : 0);
    if (next) logger.info('The store of pending traces is available');
    else logger.warn('The store of pending traces cannot be reached', { error: cause });
  };
  return { found: () => change(true), lost: (cause: unknown) => change(false, cause) };
}
