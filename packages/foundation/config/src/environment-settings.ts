import { z } from 'zod';
import { ConfigError } from './load-config.ts';
import { secret } from './setting-marks.ts';

/** Environment variables that mean the same in every service that has them. Spread into a service's own schema. */

const port = z.coerce.number().int().min(0).max(65_535);
const atLeastOne = z.coerce.number().int().min(1);

/** Only `true` or `false`. Any other text is an error: a switch set to `0` or `no` must not be on by accident. */
export const switchSetting = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Which network a deployment serves. */
export const networkSettings = {
  NETWORK: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_]{0,31}$/, 'lower-case letters, digits and underscores')
    .default('mainnet')
    .describe('mainnet, testnet, or the name of a private network'),
  GLOBAL_ID: z.coerce.number().int().optional().describe('private network: global id of its blocks'),
  ZERO_STATE: z.string().optional().describe('private network: ROOT_HASH:FILE_HASH of its masterchain zero state, hex'),
};

/** The address of ClickHouse and how tables are made there. */
export const clickHouseSettings = {
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/, error: 'http://host:port or https://host:port' })
    .regex(/^[^?#]*$/, 'no ? and no #: user and password have their own variables')
    .default('http://127.0.0.1:8123')
    .describe('HTTP address of ClickHouse'),
  CLICKHOUSE_DATABASE: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'letters, digits and underscores, the first no digit')
    .optional()
    .describe('database of ClickHouse; absent: ton_<network>'),
  CLICKHOUSE_USERNAME: z.string().optional().describe('user of ClickHouse'),
  CLICKHOUSE_PASSWORD: z.string().optional().meta(secret('password of the user of ClickHouse')),
  CLICKHOUSE_CLUSTER: z.string().optional().describe('tables are made on every server of this cluster of ClickHouse'),
  CLICKHOUSE_REPLICATED: switchSetting
    .default(false)
    .describe('tables are replicated; their paths come from the macros of the servers'),
};

/** The address of Kafka and the settings of the topics. */
export const kafkaSettings = {
  KAFKA_BROKERS: z
    .string()
    .regex(/^\s*[^:\s,]+:\d+\s*(,\s*[^:\s,]+:\d+\s*)*$/, 'host:port, several separated by commas')
    .transform((text) => text.split(',').map((broker) => broker.trim()))
    .describe('addresses of Kafka, host:port, separated by commas'),
  KAFKA_SSL: switchSetting.default(false).describe('connect to Kafka with TLS'),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'])
    .default('scram-sha-512')
    .describe('how the user of Kafka proves itself: plain, scram-sha-256 or scram-sha-512'),
  KAFKA_USERNAME: z.string().optional().describe('user of Kafka; absent: no authentication'),
  KAFKA_PASSWORD: z.string().optional().meta(secret('password of the user of Kafka')),
  KAFKA_REPLICATION_FACTOR: atLeastOne.optional().describe('copies of each topic in Kafka; absent: as the brokers say'),
  RAW_PARTITIONS: atLeastOne
    .max(1024)
    .default(8)
    .describe('partitions of raw-blocks: the largest number of parsers that can share the work'),
  RAW_RETENTION_HOURS: atLeastOne.default(168).describe('how long raw blocks are kept for a re-parse'),
};

/** The process itself. */
export const processSettings = {
  HTTP_HOST: z.string().default('127.0.0.1').describe('address on which /live, /ready and /metrics listen'),
  HTTP_PORT: port.default(8080).describe('port of HTTP_HOST; 0: a free one'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info').describe('debug, info, warn or error'),
  SHUTDOWN_GRACE_MS: atLeastOne.max(25_000).default(20_000).describe('how long a stop may take, ms'),
};

/** The Redis client takes any other text for the path of a socket and would try to connect to it for ever. */
const redisUrl = z.url({ protocol: /^rediss?$/, error: 'redis://host:port or rediss://host:port' });

/** A cache that processes share. */
export const cacheSettings = {
  REDIS_URL: redisUrl.optional().describe('Redis as a cache; absent: a cache in this process'),
  CACHE_SECRET: z
    .string()
    .min(16)
    .optional()
    .meta(secret('shared by all processes that use that cache: values written without it are ignored')),
};

/** The store of pending traces that the message-emulator and the gateways share. */
export const pendingSettings = {
  PENDING_REDIS_URL: redisUrl
    .optional()
    .describe('Redis that keeps pending traces; it must not evict; absent: pending traces are answered with 501'),
  PENDING_SECRET: z
    .string()
    .min(16)
    .optional()
    .meta(secret('shared by all processes that use that Redis: pending traces written without it are ignored')),
};

/** The folder of recorded data, for tests and for commands that run recordings. */
export const recordedDataSettings = {
  TONRIVER_DATA: z
    .string()
    .optional()
    .describe('folder of recorded data; none: there is no such folder; absent: ../shared/data beside the repository'),
};

/** Settings of a service that answers requests. */
export const answeringSettings = {
  HTTP_HOST: processSettings.HTTP_HOST.describe('address on which the API, /live, /ready and /metrics listen'),
  HTTP_HEALTH_PORT: port
    .optional()
    .describe('port of HTTP_HOST that has only /live, /ready and /metrics; absent: HTTP_PORT has them; 0: a free one'),
  HTTP_CONNECTIONS_MAX: atLeastOne.default(10_000).describe('connections of clients; one more is closed at once'),
  SHUTDOWN_DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(20_000)
    .optional()
    .describe(
      'how long requests are still taken after a stop began, while /ready answers 503; part of SHUTDOWN_GRACE_MS, by default 5000 or half of it',
    ),
};

/**
 * The ports of a service that answers requests. Without `healthPort`, `port` has its health too.
 *
 * @throws {ConfigError} when both are to be the same port
 */
export function answeringPorts(environment: {
  readonly HTTP_PORT: number;
  readonly HTTP_HEALTH_PORT?: number | undefined;
}): { readonly port: number; readonly healthPort: number | undefined } {
  const { HTTP_PORT, HTTP_HEALTH_PORT } = environment;
  if (HTTP_HEALTH_PORT === HTTP_PORT && HTTP_PORT !== 0) {
    const problem =
      'HTTP_HEALTH_PORT: is the same port as HTTP_PORT; name another one, or leave it out: HTTP_PORT then has /live too';
    throw new ConfigError('bad_config', `The configuration is wrong:\n  ${problem}`);
  }
  return { port: HTTP_PORT, healthPort: HTTP_HEALTH_PORT };
}

const DRAIN_MS = 5_000;

/**
 * The times of a stop, for a service that answers requests.
 *
 * @throws {ConfigError} when the drain would take the whole grace period
 */
export function shutdownTimes(environment: {
  readonly SHUTDOWN_DRAIN_MS?: number | undefined;
  readonly SHUTDOWN_GRACE_MS: number;
}): { readonly shutdownDrainMs: number; readonly shutdownGraceMs: number } {
  const { SHUTDOWN_GRACE_MS } = environment;
  const { SHUTDOWN_DRAIN_MS = Math.min(DRAIN_MS, Math.floor(SHUTDOWN_GRACE_MS / 2)) } = environment;
  if (SHUTDOWN_DRAIN_MS > 0 && SHUTDOWN_DRAIN_MS >= SHUTDOWN_GRACE_MS) {
    const problem = 'SHUTDOWN_DRAIN_MS: must be less than SHUTDOWN_GRACE_MS, because it is part of it';
    throw new ConfigError('bad_config', `The configuration is wrong:\n  ${problem}`);
  }
  return { shutdownDrainMs: SHUTDOWN_DRAIN_MS, shutdownGraceMs: SHUTDOWN_GRACE_MS };
}

const clickHouseSchema = z.object(clickHouseSettings);
const kafkaSchema = z.object(kafkaSettings);

/** The settings that a client of Kafka needs. */
type KafkaEnvironment = Omit<z.output<typeof kafkaSchema>, 'RAW_PARTITIONS' | 'RAW_RETENTION_HOURS'>;

/** The options of `openClickHouse`. */
export function clickHouseOptions(
  environment: z.output<typeof clickHouseSchema> & { readonly NETWORK: string },
): ClickHouseAddress {
  const { CLICKHOUSE_USERNAME, CLICKHOUSE_PASSWORD, CLICKHOUSE_CLUSTER } = environment;
  return {
    url: environment.CLICKHOUSE_URL,
    database: environment.CLICKHOUSE_DATABASE ?? `ton_${environment.NETWORK}`,
    ...(CLICKHOUSE_USERNAME === undefined ? {} : { username: CLICKHOUSE_USERNAME }),
    ...(CLICKHOUSE_PASSWORD === undefined ? {} : { password: CLICKHOUSE_PASSWORD }),
    ...(CLICKHOUSE_CLUSTER === undefined ? {} : { cluster: CLICKHOUSE_CLUSTER }),
    isReplicated: environment.CLICKHOUSE_REPLICATED,
  };
}

export interface ClickHouseAddress {
  readonly url: string;
  readonly database: string;
  readonly username?: string;
  readonly password?: string;
  readonly cluster?: string;
  readonly isReplicated: boolean;
}

/**
 * The options of `connectKafkaEventLog`, except for the name of the process.
 *
 * @throws {ConfigError} for a user without a password, or a password without a user
 */
export function kafkaOptions(environment: KafkaEnvironment): KafkaAddress {
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password, KAFKA_REPLICATION_FACTOR } = environment;
  if ((username === undefined) !== (password === undefined)) {
    const missing = username === undefined ? 'KAFKA_USERNAME' : 'KAFKA_PASSWORD';
    const problem = `${missing}: is required, because KAFKA_USERNAME and KAFKA_PASSWORD are set together`;
    throw new ConfigError('bad_config', `The configuration is wrong:\n  ${problem}`);
  }
  return {
    brokers: environment.KAFKA_BROKERS,
    ssl: environment.KAFKA_SSL,
    ...(username === undefined || password === undefined
      ? {}
      : { credentials: { mechanism: environment.KAFKA_SASL_MECHANISM, username, password } }),
    ...(KAFKA_REPLICATION_FACTOR === undefined ? {} : { replicationFactor: KAFKA_REPLICATION_FACTOR }),
  };
}

export interface KafkaAddress {
  readonly brokers: readonly string[];
  readonly ssl: boolean;
  readonly credentials?: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    readonly username: string;
    readonly password: string;
  };
  readonly replicationFactor?: number;
}

/** The options of `topicsOf`. */
export function topicOptions(environment: z.output<typeof kafkaSchema>): {
  readonly rawPartitions: number;
  readonly rawRetentionMs: number;
} {
  return {
    rawPartitions: environment.RAW_PARTITIONS,
    rawRetentionMs: environment.RAW_RETENTION_HOURS * 3_600_000,
  };
}
