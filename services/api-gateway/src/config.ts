import {
  cacheSettings,
  answeringSettings,
  type ClickHouseAddress,
  clickHouseOptions,
  clickHouseSettings,
  networkSettings,
  processSettings,
  shutdownTimes,
  switchSetting,
} from '@tonriver/config';
import type { LogLevel } from '@tonriver/logger';
import { z } from 'zod';
import type { HttpExecutorOptions } from './get-method/http-executor.ts';
import type { BaseUrls } from './routes/documentation/documented-servers.ts';

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** Everything that the gateway can be told, as environment variables. */
export const apiGatewayEnvironment = z.object({
  NETWORK: networkSettings.NETWORK,
  IS_TESTNET: switchSetting.optional().describe('user-friendly addresses carry the test flag; absent: on testnet only'),
  HTTP_HOST: processSettings.HTTP_HOST.describe('where the API, /live, /ready and /metrics listen'),
  HTTP_PORT: processSettings.HTTP_PORT,
  BASE_URL: z
    .url()
    .optional()
    .describe('where clients reach the deployment of the main network: a server of the OpenAPI document'),
  TESTNET_BASE_URL: z.url().optional().describe('the same of the test network'),
  ...clickHouseSettings,
  ...cacheSettings,
  MEMORY_CACHE_BYTES_MAX: count(64 * 1024 * 1024).describe('size of the cache in this process, bytes'),
  GET_METHOD_EXECUTOR_URL: z
    .url()
    .optional()
    .describe('where get-methods run, such as http://get-method-executor:8080; absent: their endpoints say so'),
  GET_METHOD_TIMEOUT_MS: count(12_000).describe('one get-method, waiting and running'),
  GET_METHOD_CONNECTIONS_MAX: count(128).describe('connections to the executor'),
  GET_METHOD_CALLS_MAX: count(1_024).describe('get-methods under way; one more is refused with 503'),
  LOG_LEVEL: processSettings.LOG_LEVEL,
  REQUEST_TIMEOUT_MS: count(3_000).describe(
    'a request that takes longer is answered with 504, or 503 where it had to wait for others',
  ),
  QUERIES_MAX: count(8).describe('queries that ClickHouse is given at one time'),
  QUERIES_WAITING_MAX: count(512).describe('queries that may wait; one more is refused with 503'),
  LOOK_UP_KEYS_MAX: count(256)
    .pipe(z.number().max(1_000))
    .describe('keys that share one query, of requests that wait together'),
  LOOK_UP_QUERIES_MAX: count(2).describe('such queries of one kind at one time'),
  LOOK_UP_WAITING_KEYS_MAX: count(100_000).describe('keys that may wait; more are refused with 503'),
  ANSWERS_MAX: count(256).describe('answers made at one time, those from the cache not counted'),
  ANSWERED_TRANSACTIONS_MAX: count(300).describe(
    'transactions of the small answers under way, and of the large ones; others wait',
  ),
  ANSWER_TTL_MS: count(10_000).describe('how long a whole answer is kept'),
  RECORD_TTL_MS: count(600_000).describe('how long what never changes is kept'),
  WATERMARK_POLL_MS: z.coerce.number().int().min(10).max(250).default(200).describe('how often the watermark is read'),
  ...answeringSettings,
  SHUTDOWN_GRACE_MS: processSettings.SHUTDOWN_GRACE_MS,
});

export type ApiGatewayEnvironment = z.output<typeof apiGatewayEnvironment>;

/** A gateway that is a process of its own: what its composition root hands out. */
export interface ApiGatewayProcess {
  readonly network: { readonly name: string; readonly isTestnet: boolean };
  readonly clickHouse: ClickHouseAddress;
  readonly redisUrl: string | undefined;
  readonly cacheSecret: string | undefined;
  readonly memoryCacheBytesMax: number;
  /** Absent when no executor is named. */
  readonly executor: HttpExecutorOptions | undefined;
  readonly logLevel: LogLevel;
  readonly gateway: ApiGatewayConfig;
}

/** The gateway's settings, nested where they belong together. */
export interface ApiGatewayConfig {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly baseUrls: BaseUrls;
  readonly requestTimeoutMs: number;
  /** Of one get-method: waiting and running. */
  readonly getMethodTimeoutMs: number;
  readonly bodyBytesMax: number;
  /** Request line and headers: long queries are allowed. */
  readonly headerBytesMax: number;
  readonly connectionsMax: number;
  readonly queriesMax: number;
  readonly queriesWaitingMax: number;
  readonly lookUpKeysMax: number;
  readonly lookUpQueriesMax: number;
  readonly lookUpWaitingKeysMax: number;
  /** Answers made at one time, those from the cache not counted. */
  readonly answersMax: number;
  /**
   * Transactions of the answers under way: others wait until there is room. Answers that are all made at once are all
   * late at once.
   */
  readonly answeredTransactionsMax: number;
  readonly answerTtlMs: number;
  readonly recordTtlMs: number;
  /** How long rows that have to be there are waited for, before their absence is an alarm. */
  readonly holeRecheckMs: number;
  readonly watermarkPollMs: number;
  readonly watermarkSilenceMsMax: number;
  /** How long requests are still taken after a stop began; 0 where nobody can take them over. */
  readonly shutdownDrainMs: number;
  readonly shutdownGraceMs: number;
}

/** @param environment what `loadConfig(apiGatewayEnvironment, process.env)` returned */
export function apiGatewayProcess(environment: ApiGatewayEnvironment): ApiGatewayProcess {
  const { NETWORK: name, IS_TESTNET: isTestnet = name === 'testnet' } = environment;
  return Object.freeze({
    network: { name, isTestnet },
    clickHouse: clickHouseOptions(environment),
    redisUrl: environment.REDIS_URL,
    cacheSecret: environment.CACHE_SECRET,
    memoryCacheBytesMax: environment.MEMORY_CACHE_BYTES_MAX,
    executor: httpExecutorOptions(environment),
    logLevel: environment.LOG_LEVEL,
    gateway: apiGatewayConfig(environment),
  });
}

function apiGatewayConfig(environment: ApiGatewayEnvironment): ApiGatewayConfig {
  const { BASE_URL, TESTNET_BASE_URL } = environment;
  return Object.freeze({
    host: environment.HTTP_HOST,
    port: environment.HTTP_PORT,
    baseUrls: { main: BASE_URL, test: TESTNET_BASE_URL },
    requestTimeoutMs: environment.REQUEST_TIMEOUT_MS,
    getMethodTimeoutMs: environment.GET_METHOD_TIMEOUT_MS,
    bodyBytesMax: 4 * 1024 * 1024,
    headerBytesMax: 1024 * 1024,
    queriesMax: environment.QUERIES_MAX,
    queriesWaitingMax: environment.QUERIES_WAITING_MAX,
    lookUpKeysMax: environment.LOOK_UP_KEYS_MAX,
    lookUpQueriesMax: environment.LOOK_UP_QUERIES_MAX,
    lookUpWaitingKeysMax: environment.LOOK_UP_WAITING_KEYS_MAX,
    answersMax: environment.ANSWERS_MAX,
    answeredTransactionsMax: environment.ANSWERED_TRANSACTIONS_MAX,
    answerTtlMs: environment.ANSWER_TTL_MS,
    recordTtlMs: environment.RECORD_TTL_MS,
    holeRecheckMs: 300,
    watermarkPollMs: environment.WATERMARK_POLL_MS,
    watermarkSilenceMsMax: 30_000,
    connectionsMax: environment.HTTP_CONNECTIONS_MAX,
    ...shutdownTimes(environment),
  });
}

/**
 * The settings of an empty environment, for processes that hold the gateway among other services: no other process
 * takes requests over, so that there is nothing to drain for.
 */
export function defaultApiGatewayConfig(changes: Partial<ApiGatewayConfig> = {}): ApiGatewayConfig {
  return { ...apiGatewayConfig(apiGatewayEnvironment.parse({})), shutdownDrainMs: 0, ...changes };
}

function httpExecutorOptions(environment: ApiGatewayEnvironment): HttpExecutorOptions | undefined {
  const { GET_METHOD_EXECUTOR_URL: url } = environment;
  if (url === undefined) return undefined;
  return {
    url,
    connectionsMax: environment.GET_METHOD_CONNECTIONS_MAX,
    callsMax: environment.GET_METHOD_CALLS_MAX,
    timeoutMs: environment.GET_METHOD_TIMEOUT_MS,
  };
}
