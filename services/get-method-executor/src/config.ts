import { availableParallelism } from 'node:os';
import {
  cacheSettings,
  answeringSettings,
  type ClickHouseAddress,
  clickHouseOptions,
  clickHouseSettings,
  networkSettings,
  processSettings,
  shutdownTimes,
} from '@tonriver/config';
import type { LogLevel } from '@tonriver/logger';
import type { TvmPoolOptions } from '@tonriver/tvm';
import { z } from 'zod';

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** Everything that the executor can be told, as environment variables. */
export const getMethodExecutorEnvironment = z.object({
  NETWORK: networkSettings.NETWORK,
  ...clickHouseSettings,
  ...cacheSettings,
  MEMORY_CACHE_BYTES_MAX: count(64 * 1024 * 1024).describe('size of that cache, bytes'),
  ...processSettings,
  ...answeringSettings,
  // With one thread a contract that loops would hold it against all others.
  TVM_WORKERS: count(Math.max(2, availableParallelism() - 1)).describe('threads that run get-methods'),
  TVM_QUEUE_LENGTH_MAX: count(256).describe('calls that may wait; one more is refused with 503'),
  TVM_WALL_TIME_MS: count(8_000).describe('a call that takes longer is ended with 504'),
  TVM_MEMORY_MB_MAX: count(512).describe('memory of one thread, MB'),
  GAS_LIMIT: count(1_000_000).describe('gas of one call'),
  ANSWER_TTL_MS: count(60_000).describe('how long an answer at a block is kept'),
});

export type GetMethodExecutorEnvironment = z.output<typeof getMethodExecutorEnvironment>;

/** The executor's settings, nested where they belong together. */
export interface GetMethodExecutorConfig {
  readonly pool: TvmPoolOptions;
  readonly gasLimit: bigint;
  /** What keeps runs that take long from taking every thread: see `createLanes`. */
  readonly slow: { readonly slowGas: bigint; readonly slowRunningMax: number; readonly slowWaitingMax: number };
  readonly answerTtlMs: number;
  /** A larger answer is computed again. */
  readonly cachedAnswerBytesMax: number;
  /** Calls in hand at once, those that wait for the store included. */
  readonly callsMax: number;
  readonly watermarkMsMax: number;
  readonly blocksMax: number;
  readonly accountsMax: number;
  readonly treeBytesMax: number;
}

/** What the process needs beside it. */
export interface GetMethodExecutorProcess {
  readonly network: string;
  readonly clickHouse: ClickHouseAddress;
  readonly redisUrl: string | undefined;
  readonly cacheSecret: string | undefined;
  readonly memoryCacheBytesMax: number;
  readonly http: { readonly host: string; readonly port: number; readonly connectionsMax: number };
  readonly logLevel: LogLevel;
  /** How long calls are still taken after a stop began. */
  readonly shutdownDrainMs: number;
  readonly shutdownGraceMs: number;
  readonly executor: GetMethodExecutorConfig;
}

/** @param environment what `loadConfig(getMethodExecutorEnvironment, process.env)` returned */
export function getMethodExecutorConfig(environment: GetMethodExecutorEnvironment): GetMethodExecutorProcess {
  return Object.freeze({
    network: environment.NETWORK,
    clickHouse: clickHouseOptions(environment),
    redisUrl: environment.REDIS_URL,
    cacheSecret: environment.CACHE_SECRET,
    memoryCacheBytesMax: environment.MEMORY_CACHE_BYTES_MAX,
    http: {
      host: environment.HTTP_HOST,
      port: environment.HTTP_PORT,
      connectionsMax: environment.HTTP_CONNECTIONS_MAX,
    },
    logLevel: environment.LOG_LEVEL,
    ...shutdownTimes(environment),
    executor: executorConfig(environment),
  });
}

function executorConfig(environment: GetMethodExecutorEnvironment): GetMethodExecutorConfig {
  return {
    pool: {
      workerCount: environment.TVM_WORKERS,
      queueLengthMax: environment.TVM_QUEUE_LENGTH_MAX,
      wallTimeMs: environment.TVM_WALL_TIME_MS,
      memoryMbMax: environment.TVM_MEMORY_MB_MAX,
    },
    gasLimit: BigInt(environment.GAS_LIMIT),
    answerTtlMs: environment.ANSWER_TTL_MS,
    cachedAnswerBytesMax: 256 * 1024,
    ...boundsOfPool({ workerCount: environment.TVM_WORKERS, queueLengthMax: environment.TVM_QUEUE_LENGTH_MAX }),
    watermarkMsMax: 200,
    blocksMax: 256,
    accountsMax: 10_000,
    treeBytesMax: 64 * 1024 * 1024,
  };
}

/** What follows from the size of the pool. */
export function boundsOfPool({
  workerCount,
  queueLengthMax,
}: Pick<TvmPoolOptions, 'workerCount' | 'queueLengthMax'>): Pick<GetMethodExecutorConfig, 'slow' | 'callsMax'> {
  return {
    slow: {
      // About 15 ms of a thread.
      slowGas: 100_000n,
      slowRunningMax: Math.max(1, Math.floor(workerCount / 2)),
      slowWaitingMax: Math.max(1, Math.floor(queueLengthMax / 4)),
    },
    // As many as the pool takes and few more: a call that it would refuse is refused before anything is looked up.
    callsMax: queueLengthMax + 2 * workerCount,
  };
}

/** The settings of an empty environment, for processes that hold the executor among other services. */
export function defaultGetMethodExecutorConfig(
  changes: Partial<GetMethodExecutorConfig> = {},
): GetMethodExecutorConfig {
  return { ...executorConfig(getMethodExecutorEnvironment.parse({})), ...changes };
}
