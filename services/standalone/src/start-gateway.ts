import { type AnswerBeside, createApiGateway, defaultApiGatewayConfig } from '@tonriver/api-gateway/service';
import { createMemoryCache } from '@tonriver/cache';
import { isTestNetwork, type Network } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { GetMethodExecutor, MessageFollower, MessageTarget } from '@tonriver/api-model';
import type { Scope } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import type { PendingReader } from '@tonriver/pending-store';
import type { Health, Metrics } from '@tonriver/telemetry';

const CACHE_BYTES_MAX = 64 * 1024 * 1024;
/** Time for running answers after a stop. The rest of the grace period is for the log and the engine. */
const API_GRACE_MS = 5_000;

/** Starts the API, with a cache in memory. */
export async function startGateway(
  scope: Scope,
  options: {
    readonly store: ClickHouseStore;
    readonly executor: GetMethodExecutor;
    readonly messages: MessageTarget | undefined;
    readonly follower: MessageFollower;
    readonly pending: PendingReader;
    readonly beside: AnswerBeside | undefined;
    readonly network: Network;
    readonly host: string;
    readonly port: number;
    readonly logger: Logger;
    readonly metrics: Metrics;
    readonly health: Health;
  },
): Promise<{ readonly port: number; readonly noteWatermark: () => void }> {
  const { store, executor, messages, follower, pending, beside, network, host, port, logger, metrics, health } =
    options;
  const gateway = createApiGateway({
    store,
    cache: createMemoryCache({ bytesMax: CACHE_BYTES_MAX }),
    executor,
    messages,
    follower,
    pending,
    beside,
    logger: logger.child({ component: 'api-gateway' }),
    metrics,
    health,
    network: { name: network.name, isTestnet: isTestNetwork(network) },
    config: defaultApiGatewayConfig({ host, port, shutdownGraceMs: API_GRACE_MS }),
  });
  const { port: openPort } = await scope.start(
    'api-gateway',
    () => gateway.start(),
    () => gateway.stop(),
  );
  return { port: openPort, noteWatermark: () => gateway.noteWatermark() };
}
