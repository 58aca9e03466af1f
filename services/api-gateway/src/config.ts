import {
  cacheSettings,
  answeringPorts,
  answeringSettings,
  type ClickHouseAddress,
  ConfigError,
  clickHouseOptions,
  clickHouseSettings,
  type KafkaAddress,
  kafkaOptions,
  kafkaSettings,
  networkSettings,
  pendingSettings,
  processSettings,
  shutdownTimes,
  switchSetting,
} from '@tonriver/config';
import { type Topic, topicsOf } from '@tonriver/events';
import type { HttpExecutorOptions } from '@tonriver/executor-client';
import type { LogLevel } from '@tonriver/logger';
import { z } from 'zod';
import type { DevnetMessageTargetOptions } from './messages/devnet-message-target.ts';
import type { BaseUrls } from './documentation/documented-servers.ts';

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** Kafka, which the gateway needs only for messages. */
const { RAW_PARTITIONS: _partitions, RAW_RETENTION_HOURS: _retention, ...kafkaClientSettings } = kafkaSettings;
const followingSettings = {
  ...kafkaClientSettings,
  KAFKA_BROKERS: kafkaSettings.KAFKA_BROKERS.optional().describe(
    'FOLLOW_MESSAGES=true: addresses of Kafka, host:port, separated by commas',
  ),
};

/** The environment variables of the gateway. */
export const apiGatewayEnvironment = z.object({
  NETWORK: networkSettings.NETWORK,
  IS_TESTNET: switchSetting.optional().describe('user-friendly addresses have the test flag; absent: on testnet only'),
  HTTP_PORT: processSettings.HTTP_PORT,
  BASE_URL: z
    .url()
    .optional()
    .describe('base URL of the deployment for the main network, shown as a server in the OpenAPI document'),
  TESTNET_BASE_URL: z.url().optional().describe('base URL of the deployment for the test network'),
  ...clickHouseSettings,
  ...cacheSettings,
  ...pendingSettings,
  MEMORY_CACHE_BYTES_MAX: count(64 * 1024 * 1024).describe('size of the cache in this process, bytes'),
  GET_METHOD_EXECUTOR_URL: z
    .url()
    .optional()
    .describe(
      'URL of the executor of get-methods, such as http://get-method-executor:8080; absent: get-methods are refused',
    ),
  GET_METHOD_TIMEOUT_MS: count(12_000).describe('time limit of one get-method, waiting and running'),
  GET_METHOD_CONNECTIONS_MAX: count(128).describe('connections to the executor'),
  GET_METHOD_CALLS_MAX: count(1_024).describe('get-methods at one time; more are refused with 503'),
  MESSAGE_TARGET: z
    .enum(['none', 'devnet'])
    .default('none')
    .describe('where messages of callers go: none (they are answered with 501) or devnet'),
  DEVNET_URL: z
    .url({ protocol: /^https?$/, error: 'http://host:port or https://host:port' })
    .optional()
    .describe('MESSAGE_TARGET=devnet: HTTP address of its port'),
  MESSAGE_TIMEOUT_MS: count(10_000).describe('time limit for sending one message'),
  MESSAGES_MAX: count(256).describe('messages sent at one time; more are refused with 503'),
  FOLLOW_MESSAGES: switchSetting
    .default(false)
    .describe('whether messages that were taken are published for the message-emulator; needs KAFKA_BROKERS'),
  ...followingSettings,
  EXPLORER: switchSetting
    .default(true)
    .describe('whether the explorer, a page for a browser, is served at /; if not, / leads to the documentation'),
  EXPLORER_LISTENERS_MAX: count(256).describe(
    'pages of the explorer that are told of new rounds at one time; each takes a connection, more are refused with 429',
  ),
  LOG_LEVEL: processSettings.LOG_LEVEL,
  REQUEST_TIMEOUT_MS: count(3_000).describe(
    'a request that takes longer is answered with 504, or with 503 if it waited for others',
  ),
  QUERIES_MAX: count(8).describe('ClickHouse queries at one time'),
  QUERIES_WAITING_MAX: count(512).describe('queries that may wait; more are refused with 503'),
  LOOK_UP_KEYS_MAX: count(256)
    .pipe(z.number().max(1_000))
    .describe('keys in one query, from requests that wait together'),
  LOOK_UP_QUERIES_MAX: count(2).describe('queries of one look-up at one time'),
  LOOK_UP_WAITING_KEYS_MAX: count(100_000).describe('keys that may wait; more are refused with 503'),
  ANSWERS_MAX: count(256).describe('answers made at one time, without those from the cache'),
  ANSWERED_TRANSACTIONS_MAX: count(300).describe(
    'transactions of small answers that are made at one time, and as many of large ones; others wait',
  ),
  REMEMBERED_BYTES_MAX: count(256 * 1024 * 1024).describe(
    'memory for transactions of the rounds that are asked for, read and printed, bytes',
  ),
  ANSWER_TTL_MS: count(10_000).describe('how long an answer is cached'),
  RECORD_TTL_MS: count(600_000).describe('how long records that never change are cached'),
  WATERMARK_POLL_MS: z.coerce
    .number()
    .int()
    .min(10)
    .max(250)
    .default(100)
    .describe('how often the watermark is read; every 2 s while there are no requests'),
  ...answeringSettings,
  SHUTDOWN_GRACE_MS: processSettings.SHUTDOWN_GRACE_MS,
});

export type ApiGatewayEnvironment = z.output<typeof apiGatewayEnvironment>;

/** Where messages are published that are followed. */
interface FollowingOptions {
  readonly kafka: KafkaAddress;
  readonly topic: Topic;
}

/** The settings of a gateway that runs as its own process. */
export interface ApiGatewayProcess {
  readonly network: { readonly name: string; readonly isTestnet: boolean };
  readonly clickHouse: ClickHouseAddress;
  readonly redisUrl: string | undefined;
  readonly cacheSecret: string | undefined;
  readonly memoryCacheBytesMax: number;
  /** Absent without an executor. */
  readonly executor: HttpExecutorOptions | undefined;
  /** Absent if the source of the network takes no messages. */
  readonly messages: DevnetMessageTargetOptions | undefined;
  /** Absent if messages are not followed. */
  readonly following: FollowingOptions | undefined;
  /** Absent without a store of pending traces. */
  readonly pending: PendingStoreAddress | undefined;
  readonly logLevel: LogLevel;
  readonly gateway: ApiGatewayConfig;
}

/** Where pending traces are. */
interface PendingStoreAddress {
  readonly url: string;
  readonly secret: string | undefined;
  readonly network: string;
}

/** The gateway's settings, grouped. */
export interface ApiGatewayConfig {
  readonly host: string;
  /** 0: a free port. */
  readonly port: number;
  /** Port of `/live`, `/ready` and `/metrics` alone; absent: `port` has them. */
  readonly healthPort: number | undefined;
  readonly baseUrls: BaseUrls;
  /** Whether the explorer is served at `/`. */
  readonly hasExplorer: boolean;
  readonly explorerListenersMax: number;
  readonly requestTimeoutMs: number;
  /** Time limit of one get-method, waiting and running. */
  readonly getMethodTimeoutMs: number;
  readonly bodyBytesMax: number;
  /** Limit for request line and headers. Large, because long queries are allowed. */
  readonly headerBytesMax: number;
  readonly connectionsMax: number;
  readonly queriesMax: number;
  readonly queriesWaitingMax: number;
  readonly lookUpKeysMax: number;
  readonly lookUpQueriesMax: number;
  readonly lookUpWaitingKeysMax: number;
  /** Answers made at one time, without those from the cache. */
  readonly answersMax: number;
  /**
   * Transactions of all answers that are made at one time. Further answers wait, because answers that are all made at
   * the same time are all late.
   */
  readonly answeredTransactionsMax: number;
  readonly answerTtlMs: number;
  readonly recordTtlMs: number;
  readonly rememberedBytesMax: number;
  /** How long to wait for missing rows before they are reported. */
  readonly holeRecheckMs: number;
  readonly watermarkPollMs: number;
  readonly watermarkSilenceMsMax: number;
  /** How long requests are accepted after a stop begins; 0 if no other process can answer them. */
  readonly shutdownDrainMs: number;
  readonly shutdownGraceMs: number;
}

/**
 * @param environment the result of `loadConfig(apiGatewayEnvironment, process.env)`
 * @throws {ConfigError} when the target of messages lacks a setting, or has one of another target
 */
export function apiGatewayProcess(environment: ApiGatewayEnvironment): ApiGatewayProcess {
  const { NETWORK: name, IS_TESTNET: isTestnet = name === 'testnet' } = environment;
  return Object.freeze({
    network: { name, isTestnet },
    clickHouse: clickHouseOptions(environment),
    redisUrl: environment.REDIS_URL,
    cacheSecret: environment.CACHE_SECRET,
    memoryCacheBytesMax: environment.MEMORY_CACHE_BYTES_MAX,
    executor: httpExecutorOptions(environment),
    messages: messageTargetOptions(environment),
    following: followingOptions(environment),
    pending: pendingStoreAddress(environment),
    logLevel: environment.LOG_LEVEL,
    gateway: apiGatewayConfig(environment),
  });
}

function apiGatewayConfig(environment: ApiGatewayEnvironment): ApiGatewayConfig {
  const { BASE_URL, TESTNET_BASE_URL } = environment;
  return Object.freeze({
    host: environment.HTTP_HOST,
    ...answeringPorts(environment),
    baseUrls: { main: BASE_URL, test: TESTNET_BASE_URL },
    hasExplorer: environment.EXPLORER,
    explorerListenersMax: environment.EXPLORER_LISTENERS_MAX,
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
    rememberedBytesMax: environment.REMEMBERED_BYTES_MAX,
    holeRecheckMs: 300,
    watermarkPollMs: environment.WATERMARK_POLL_MS,
    watermarkSilenceMsMax: 30_000,
    connectionsMax: environment.HTTP_CONNECTIONS_MAX,
    ...shutdownTimes(environment),
  });
}

/**
 * Returns the settings of an empty environment, for a process with several services. It accepts no requests after a
 * stop begins, because no other process can answer them.
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

function pendingStoreAddress({
  PENDING_REDIS_URL: url,
  PENDING_SECRET: secret,
  NETWORK: network,
}: ApiGatewayEnvironment): PendingStoreAddress | undefined {
  return url === undefined ? undefined : { url, secret, network };
}

function followingOptions(environment: ApiGatewayEnvironment): FollowingOptions | undefined {
  const { FOLLOW_MESSAGES: isOn, KAFKA_BROKERS: brokers, NETWORK: network } = environment;
  if (!isOn) return undefined;
  if (brokers === undefined) {
    throw new ConfigError(
      'bad_config',
      'The configuration is wrong:\n  KAFKA_BROKERS: is required for FOLLOW_MESSAGES',
    );
  }
  const { externalMessages: topic } = topicsOf(network, { rawPartitions: 1 });
  return { kafka: kafkaOptions({ ...environment, KAFKA_BROKERS: brokers }), topic };
}

function messageTargetOptions(environment: ApiGatewayEnvironment): DevnetMessageTargetOptions | undefined {
  const { MESSAGE_TARGET: target, DEVNET_URL: url } = environment;
  const refuse = (problem: string): ConfigError =>
    new ConfigError('bad_config', `The configuration is wrong:\n  ${problem}`);
  if (target === 'none') {
    if (url !== undefined) throw refuse('DEVNET_URL: is for MESSAGE_TARGET=devnet');
    return undefined;
  }
  if (url === undefined) throw refuse('DEVNET_URL: is required for MESSAGE_TARGET=devnet');
  return { url, timeoutMs: environment.MESSAGE_TIMEOUT_MS, messagesMax: environment.MESSAGES_MAX };
}
