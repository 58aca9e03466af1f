import { availableParallelism } from 'node:os';
import {
  cacheSettings,
  answeringPorts,
  answeringSettings,
  type ClickHouseAddress,
  clickHouseOptions,
  clickHouseSettings,
  describedDefault,
  networkSettings,
  processSettings,
  shutdownTimes,
} from '@tonriver/config';
import type { LogLevel } from '@tonriver/logger';
import { NICENESS_OF_ANSWERS, type TvmPoolOptions } from '@tonriver/tvm';
import { z } from 'zod';
import type { LanesOptions } from './run/lanes.ts';

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** All settings of the executor, as environment variables. */
export const getMethodExecutorEnvironment = z.object({
  NETWORK: networkSettings.NETWORK,
  ...clickHouseSettings,
  ...cacheSettings,
  MEMORY_CACHE_BYTES_MAX: count(64 * 1024 * 1024).describe('size of the cache in this process, bytes'),
  ...processSettings,
  ...answeringSettings,
  // At least two: a contract that loops would block the only thread.
  TVM_WORKERS: count(Math.max(2, availableParallelism() - 1)).meta(
    describedDefault('threads that run get-methods', 'one less than processors, 2 at least'),
  ),
  TVM_QUEUE_LENGTH_MAX: count(256).describe('calls that may wait; one more is refused with 503'),
  TVM_WALL_TIME_MS: count(8_000).describe('a call that takes longer is ended with 504'),
  TVM_MEMORY_MB_MAX: count(512).describe('memory of one thread, MB'),
  GAS_LIMIT: count(1_000_000).describe('gas of one call'),
  ANSWER_TTL_MS: count(60_000).describe('how long an answer at a block is kept'),
});

export type GetMethodExecutorEnvironment = z.output<typeof getMethodExecutorEnvironment>;

/** The settings of the executor, grouped. */
export interface GetMethodExecutorConfig {
  readonly pool: TvmPoolOptions;
  readonly gasLimit: bigint;
  /** Limits for slow runs, so that they cannot take every thread: see `createLanes`. */
  readonly slow: Omit<LanesOptions, 'kindsMax'>;
  readonly answerTtlMs: number;
  /** Larger answers are not cached. */
  readonly cachedAnswerBytesMax: number;
  /** Calls that are worked on at once, including those that wait for the store. */
  readonly callsMax: number;
  readonly watermarkMsMax: number;
  readonly blocksMax: number;
  readonly accountsMax: number;
  readonly treeBytesMax: number;
}

/** Further settings of the process. */
export interface GetMethodExecutorProcess {
  readonly network: string;
  readonly clickHouse: ClickHouseAddress;
  readonly redisUrl: string | undefined;
  readonly cacheSecret: string | undefined;
  readonly memoryCacheBytesMax: number;
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** Absent: `port` has the health too. */
    readonly healthPort: number | undefined;
    readonly connectionsMax: number;
  };
  readonly logLevel: LogLevel;
  /** How long calls are still accepted after a stop began. */
  readonly shutdownDrainMs: number;
  readonly shutdownGraceMs: number;
  readonly executor: GetMethodExecutorConfig;
}

/** @param environment the result of `loadConfig(getMethodExecutorEnvironment, process.env)` */
export function getMethodExecutorConfig(environment: GetMethodExecutorEnvironment): GetMethodExecutorProcess {
  return Object.freeze({
    network: environment.NETWORK,
    clickHouse: clickHouseOptions(environment),
    redisUrl: environment.REDIS_URL,
    cacheSecret: environment.CACHE_SECRET,
    memoryCacheBytesMax: environment.MEMORY_CACHE_BYTES_MAX,
    http: {
      host: environment.HTTP_HOST,
      ...answeringPorts(environment),
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
      niceness: NICENESS_OF_ANSWERS,
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

/** Limits that depend on the size of the pool. */
export function boundsOfPool({
  workerCount,
  queueLengthMax,
}: Pick<TvmPoolOptions, 'workerCount' | 'queueLengthMax'>): Pick<GetMethodExecutorConfig, 'slow' | 'callsMax'> {
  return {
    slow: {
      // Takes a thread about 15 ms.
      slowGas: 100_000n,
      slowRunningMax: Math.max(1, Math.floor(workerCount / 2)),
      slowWaitingMax: Math.max(1, Math.floor(queueLengthMax / 4)),
      // With three threads or more, one is left for quick runs.
      firstRunningMax: Math.max(1, workerCount - Math.max(1, Math.floor(workerCount / 2)) - 1),
      // After a start all kinds are new, and many of them come at once.
      firstWaitingMax: Math.max(1, Math.floor(queueLengthMax / 2)),
    },
    // A few more than the pool takes, so that a call that it would refuse is refused before anything is looked up.
    callsMax: queueLengthMax + 2 * workerCount,
  };
}

/** The default settings, for processes that run the executor among other services. */
export function defaultGetMethodExecutorConfig(
  changes: Partial<GetMethodExecutorConfig> = {},
): GetMethodExecutorConfig {
  return { ...executorConfig(getMethodExecutorEnvironment.parse({})), ...changes };
}
