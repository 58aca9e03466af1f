import { networkSettings, processSettings, secret } from '@tonriver/config';
import { z } from 'zod';
import { defaultReadOnlyBounds, type ReadOnlyBounds } from './read-only/session-settings.ts';

/** Environment variables of the ClickHouse port when it runs as its own process. */
export const clickHouseHttpEnvironment = z.object({
  ...networkSettings,
  LOG_LEVEL: processSettings.LOG_LEVEL,
  SHUTDOWN_GRACE_MS: processSettings.SHUTDOWN_GRACE_MS,
  CLICKHOUSE_DIRECTORY: z
    .string()
    .min(1)
    .describe('data directory of the embedded engine; created if missing; in read-only mode that of another process'),
  CLICKHOUSE_DATABASE: z.string().optional().describe('default database; absent: ton_<network>'),
  CLICKHOUSE_HTTP_HOST: z.string().default('127.0.0.1').describe('loopback address to listen on'),
  CLICKHOUSE_HTTP_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8123)
    .describe('port of that address; 0: a free one'),
  CLICKHOUSE_HTTP_MODE: z
    .enum(['full', 'read-only'])
    .default('full')
    .describe('full: for the processes of a deployment; read-only: for tools'),
  CLICKHOUSE_PASSWORD: z.string().optional().meta(secret('when set, every request must carry it')),
  STATEMENT_SECONDS_MAX: z.coerce
    .number()
    .positive()
    .max(3600)
    .default(defaultReadOnlyBounds.executionSecondsMax)
    .describe('read-only: how long one statement may take, sending included'),
  STATEMENT_MEMORY_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(64 * 1024 ** 2)
    .default(defaultReadOnlyBounds.memoryBytesMax)
    .describe('read-only: how much memory one statement may use'),
  QUERIES_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe('queries that run at once; 4 when full, 1 when read-only'),
});

export interface ClickHouseHttpConfig {
  readonly directory: string;
  readonly database: string;
  readonly host: string;
  readonly port: number;
  readonly mode: 'full' | 'read-only';
  readonly bounds: ReadOnlyBounds;
  readonly queriesMax?: number;
  readonly password?: string;
  readonly logLevel: z.output<typeof processSettings.LOG_LEVEL>;
  readonly shutdownGraceMs: number;
}

/** The configuration made from the environment variables. */
export function clickHouseHttpConfig(environment: z.output<typeof clickHouseHttpEnvironment>): ClickHouseHttpConfig {
  return {
    directory: environment.CLICKHOUSE_DIRECTORY,
    database: environment.CLICKHOUSE_DATABASE ?? `ton_${environment.NETWORK}`,
    host: environment.CLICKHOUSE_HTTP_HOST,
    port: environment.CLICKHOUSE_HTTP_PORT,
    mode: environment.CLICKHOUSE_HTTP_MODE,
    bounds: {
      ...defaultReadOnlyBounds,
      executionSecondsMax: environment.STATEMENT_SECONDS_MAX,
      memoryBytesMax: environment.STATEMENT_MEMORY_BYTES_MAX,
    },
    ...(environment.QUERIES_MAX === undefined ? {} : { queriesMax: environment.QUERIES_MAX }),
    ...(environment.CLICKHOUSE_PASSWORD === undefined ? {} : { password: environment.CLICKHOUSE_PASSWORD }),
    logLevel: environment.LOG_LEVEL,
    shutdownGraceMs: environment.SHUTDOWN_GRACE_MS,
  };
}
