import { type ReadOnlyPort, startReadOnlyPort } from '@tonriver/clickhouse-http/service';
import type { Scope } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';

/** Starts the read-only ClickHouse port over the engine of this process. */
export async function startClickHousePort(
  scope: Scope,
  options: {
    readonly path: string;
    readonly database: string;
    readonly network: string;
    readonly port: number;
    readonly logger: Logger;
    readonly metrics: Metrics;
  },
): Promise<ReadOnlyPort> {
  const { path, database, network, port, logger, metrics } = options;
  const isListening = metrics.gauge(
    'tonriver_clickhouse_port_listening',
    '1 while the read-only ClickHouse port listens, else 0',
  );
  return await scope.start(
    'clickhouse-http',
    () =>
      startReadOnlyPort({
        path,
        database,
        network,
        host: '127.0.0.1',
        port,
        logger: logger.child({ component: 'clickhouse-http' }),
        onListening: (is) => isListening.set(is ? 1 : 0),
      }),
    (server) => server.stop(),
  );
}
