import { createApiGateway, defaultApiGatewayConfig } from '@tonriver/api-gateway/service';
import {
  createFetchProgress,
  createSourceWatch,
  fetchRounds,
  unpublishedText,
  type FetchRoundsOptions,
  type FetchRoundsProgress,
  storedRootHashesIn,
  waitForParsers,
} from '@tonriver/block-fetcher/service';
import type { BlockSource } from '@tonriver/chain-source';
import { createMemoryCache } from '@tonriver/cache';
import { isTestNetwork, type Network } from '@tonriver/chain-model';
import { startReadOnlyPort } from '@tonriver/clickhouse-http/service';
import type { Scope } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import type { InitialStateFile } from '@tonriver/state-resolver/service';
import { createHealth, createMetrics } from '@tonriver/telemetry';
import { openDeployment } from './deployment.ts';
import { type PipelinePhase, startPipeline } from './start-pipeline.ts';
import { startExecutor } from './start-executor.ts';
import { writeRunningFile } from './running-file.ts';

/** Moments at which tests kill the process. */
export type Phase = 'publish' | PipelinePhase;

export interface StandaloneOptions {
  readonly network: Network;
  readonly dataDirectory: string;
  readonly host: string;
  readonly port: number;
  readonly clickHousePort: number;
  readonly source: BlockSource;
  readonly fetch: FetchRoundsOptions;
  /** Whole states from which those of later blocks follow; without any, accounts are put together one by one. */
  readonly initialStates?: readonly InitialStateFile[];
  readonly logger: Logger;
  readonly onFetched: (progress: FetchRoundsProgress) => void;
  readonly onFetchDone: (progress: FetchRoundsProgress) => void;
  readonly onWatermark: (watermark: { readonly first: number; readonly last: number }) => void;
  /** Told after every write of the state-resolver. */
  readonly onStates?: (range: { readonly first: number; readonly last: number }) => void;
  readonly onPhase?: (phase: Phase) => void;
}

export interface RunningStandalone {
  readonly apiPort: number;
  readonly clickHousePort: number;
}

const CACHE_BYTES_MAX = 64 * 1024 * 1024;
/** For answers that are under way at a stop; the rest of the grace is for the log and the engine. */
const API_GRACE_MS = 5_000;

/** Starts every service in this process on embedded parts. Readers start before the fetcher, so nothing is missed. */
export async function startStandalone(scope: Scope, options: StandaloneOptions): Promise<RunningStandalone> {
  const { network, logger, onPhase } = options;
  const metrics = createMetrics({ withProcess: true });
  const health = createHealth();
  const { log, engine, store, cells, topics } = await openDeployment(scope, options);
  const producer = await log.producer();

  const isListening = metrics.gauge(
    'tonriver_clickhouse_port_listening',
    '1 while the read-only ClickHouse port listens, else 0',
  );
  // Its processes take seconds to start on a busy machine, and nothing else waits for them.
  const clickHouseStarting = scope.start(
    'clickhouse-http',
    () =>
      startReadOnlyPort({
        path: engine.path,
        database: store.database,
        network: network.name,
        host: '127.0.0.1',
        port: options.clickHousePort,
        logger: logger.child({ component: 'clickhouse-http' }),
        onListening: (is) => isListening.set(is ? 1 : 0),
      }),
    (server) => server.stop(),
  );
  // Its failure is thrown where it is waited for.
  clickHouseStarting.catch(() => undefined);
  await startPipeline(scope, { ...options, log, store, cells, topics, producer, metrics, health });

  const executor = await startExecutor(scope, { store, metrics, network });
  const gateway = createApiGateway({
    store,
    cache: createMemoryCache({ bytesMax: CACHE_BYTES_MAX }),
    executor,
    logger: logger.child({ component: 'api-gateway' }),
    metrics,
    health,
    network: { name: network.name, isTestnet: isTestNetwork(network) },
    config: defaultApiGatewayConfig({ host: options.host, port: options.port, shutdownGraceMs: API_GRACE_MS }),
  });
  const api = await scope.start(
    'api-gateway',
    () => gateway.start(),
    () => gateway.stop(),
  );

  const fetcherLogger = logger.child({ component: 'block-fetcher' });
  scope.background('block-fetcher', async (signal) => {
    const result = await fetchRounds(
      {
        source: options.source,
        network,
        producer,
        topic: topics.rawBlocks,
        progress: createFetchProgress({ log, producer, topic: topics.fetchProgress }),
        storedRootHashes: storedRootHashesIn(store),
        awaitRoom: waitForParsers(log, topics.rawBlocks),
        logger: fetcherLogger,
        onProgress: options.onFetched,
        watch: createSourceWatch({ logger: fetcherLogger, metrics }),
        ...(onPhase === undefined ? {} : { onPhase }),
      },
      options.fetch,
      signal,
    );
    if (signal.aborted) return;
    const { roundsDone: rounds, partialBlocks } = result;
    const rest = unpublishedText(result);
    if (rest === undefined) logger.info('All rounds of the source are published', { rounds, partialBlocks });
    // What is complete is served all the same.
    else logger.warn(rest, { rounds, waitingRound: result.waiting?.seqno, ...result.waiting?.reason.fields });
    options.onFetchDone(result);
  });
  const clickHouse = await clickHouseStarting;
  await scope.start(
    'running file',
    () => writeRunningFile(options.dataDirectory, { apiPort: api.port, clickHousePort: clickHouse.port }),
    (remove) => remove(),
  );
  return { apiPort: api.port, clickHousePort: clickHouse.port };
}
