import { z } from 'zod';
import type { HttpExecutorOptions } from './get-method/http-executor.ts';

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** Everything that the gateway can be told, as environment variables. */
export const apiGatewayEnvironment = z.object({
  /** Name of the network; the database is `ton_<name>`. */
  NETWORK: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]*$/)
    .default('mainnet'),
  /** Whether user-friendly addresses carry the test-network flag. */
  IS_TESTNET: z.enum(['true', 'false']).optional(),
  HTTP_HOST: z.string().default('127.0.0.1'),
  HTTP_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** Where clients reach this deployment and that of the test network: the servers of the OpenAPI document. */
  BASE_URL: z.url().optional(),
  TESTNET_BASE_URL: z.url().optional(),
  CLICKHOUSE_URL: z.url().default('http://127.0.0.1:8123'),
  CLICKHOUSE_DATABASE: z.string().optional(),
  CLICKHOUSE_USERNAME: z.string().optional(),
  CLICKHOUSE_PASSWORD: z.string().optional(),
  /** Absent: a cache in this process. */
  REDIS_URL: z.string().optional(),
  MEMORY_CACHE_BYTES_MAX: count(64 * 1024 * 1024),
  /** Where get-methods run, such as `http://get-method-executor:8080`. Absent: their endpoints say so. */
  GET_METHOD_EXECUTOR_URL: z.url().optional(),
  GET_METHOD_TIMEOUT_MS: count(12_000),
  GET_METHOD_CONNECTIONS_MAX: count(128),
  GET_METHOD_CALLS_MAX: count(1_024),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  REQUEST_TIMEOUT_MS: count(3_000),
  QUERIES_MAX: count(8),
  QUERIES_WAITING_MAX: count(512),
  LOOK_UP_KEYS_MAX: z.coerce.number().int().min(1).max(1_000).default(256),
  LOOK_UP_QUERIES_MAX: count(2),
  LOOK_UP_WAITING_KEYS_MAX: count(100_000),
  ANSWERS_MAX: count(256),
  ANSWER_TTL_MS: count(10_000),
  RECORD_TTL_MS: count(600_000),
  WATERMARK_POLL_MS: z.coerce.number().int().min(10).max(250).default(200),
  SHUTDOWN_GRACE_MS: count(20_000),
});

export type ApiGatewayEnvironment = z.output<typeof apiGatewayEnvironment>;

/** The gateway's settings, nested where they belong together. */
export interface ApiGatewayConfig {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly requestTimeoutMs: number;
  /** Of one get-method: waiting and running. */
  readonly getMethodTimeoutMs: number;
  readonly bodyBytesMax: number;
  /** Request line and headers: long queries are allowed. */
  readonly headerBytesMax: number;
  readonly queriesMax: number;
  readonly queriesWaitingMax: number;
  readonly lookUpKeysMax: number;
  readonly lookUpQueriesMax: number;
  readonly lookUpWaitingKeysMax: number;
  /** Answers made at one time, those from the cache not counted. */
  readonly answersMax: number;
  readonly answerTtlMs: number;
  readonly recordTtlMs: number;
  readonly watermarkPollMs: number;
  readonly watermarkSilenceMsMax: number;
  readonly shutdownGraceMs: number;
}

/** @param environment what `loadConfig(apiGatewayEnvironment, process.env)` returned */
export function apiGatewayConfig(environment: ApiGatewayEnvironment): ApiGatewayConfig {
  const { BASE_URL, TESTNET_BASE_URL } = environment;
  return Object.freeze({
    host: environment.HTTP_HOST,
    port: environment.HTTP_PORT,
    servers: [
      { url: BASE_URL ?? '/', description: 'Main network' },
      { url: TESTNET_BASE_URL ?? '/', description: 'Test network' },
    ],
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
    answerTtlMs: environment.ANSWER_TTL_MS,
    recordTtlMs: environment.RECORD_TTL_MS,
    watermarkPollMs: environment.WATERMARK_POLL_MS,
    watermarkSilenceMsMax: 30_000,
    shutdownGraceMs: environment.SHUTDOWN_GRACE_MS,
  });
}

/** The settings of an empty environment, for processes that hold the gateway among other services. */
export function defaultApiGatewayConfig(changes: Partial<ApiGatewayConfig> = {}): ApiGatewayConfig {
  return { ...apiGatewayConfig(apiGatewayEnvironment.parse({})), ...changes };
}

/** The options of `createHttpExecutor`; `undefined` when no executor is named. */
export function httpExecutorOptions(environment: ApiGatewayEnvironment): HttpExecutorOptions | undefined {
  const { GET_METHOD_EXECUTOR_URL: url } = environment;
  if (url === undefined) return undefined;
  return {
    url,
    connectionsMax: environment.GET_METHOD_CONNECTIONS_MAX,
    callsMax: environment.GET_METHOD_CALLS_MAX,
    timeoutMs: environment.GET_METHOD_TIMEOUT_MS,
  };
}
