import { networkSettings, processSettings } from '@tonriver/config';
import { z } from 'zod';

/** Environment of the ClickHouse port as a process of its own. */
export const clickHouseHttpEnvironment = z.object({
  ...networkSettings,
  LOG_LEVEL: processSettings.LOG_LEVEL,
  SHUTDOWN_GRACE_MS: processSettings.SHUTDOWN_GRACE_MS,
  CLICKHOUSE_DIRECTORY: z.string().min(1).describe('data directory of the embedded engine; made when absent'),
  CLICKHOUSE_DATABASE: z.string().optional().describe('default database; ton_<network> when absent'),
  CLICKHOUSE_HTTP_HOST: z.string().default('127.0.0.1').describe('loopback address to listen on'),
  CLICKHOUSE_HTTP_PORT: z.coerce.number().int().min(0).max(65_535).default(8123).describe('port; 0: a free one'),
  CLICKHOUSE_HTTP_MODE: z
    .enum(['full', 'read-only'])
    .default('full')
    .describe('full: for the processes of a deployment; read-only: for tools'),
  CLICKHOUSE_PASSWORD: z.string().optional().describe('when set, every request must carry it'),
  QUERIES_MAX: z.coerce.number().int().min(1).max(64).default(4).describe('queries that run at once'),
});
