import { createApiGateway, defaultApiGatewayConfig } from '@tonriver/api-gateway/service';
import {
  createFetchProgress,
  fetchArchive,
  type FetchArchiveOptions,
  type FetchArchiveProgress,
  storedRootHashesIn,
  waitForParsers,
} from '@tonriver/block-fetcher/service';
import type { BlockSource } from '@tonriver/block-source';
import { createMemoryCache } from '@tonriver/cache';
import { isTestNetwork, type Network } from '@tonriver/chain-model';
import { createClickHouseHttp } from '@tonriver/clickhouse-http/service';
import type { Scope } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import { createParser, type ParserPhase } from '@tonriver/parser/service';
import { createHealth, createMetrics } from '@tonriver/telemetry';
import { createMismatchFinder, createTraceAssembler } from '@tonriver/trace-assembler/service';
import { openDeployment } from './deployment.ts';
import { writeRunningFile } from './running-file.ts';

/** Moments at which tests kill the process. */
export type Phase = 'publish' | ParserPhase | 'watermark';

export interface StandaloneOptions {
  readonly network: Network;
  readonly dataDirectory: string;
  readonly host: string;
  readonly port: number;
  readonly clickHousePort: number;
  readonly source: BlockSource;
  readonly fetch: FetchArchiveOptions;
  readonly logger: Logger;
  readonly onFetched: (progress: FetchArchiveProgress) => void;
  readonly onFetchDone: (progress: FetchArchiveProgress) => void;
  readonly onWatermark: (watermark: { readonly first: number; readonly last: number }) => void;
  readonly onPhase?: (phase: Phase) => void;
}

export interface RunningStandalone {
  readonly apiPort: number;
  readonly clickHousePort: number;
}

const CACHE_BYTES_MAX = 64 * 1024 * 1024;
/** A loop may be busy with one large block, or wait for a merge of the engine; after this it is stuck. */
const LOOP_SILENCE_MS_MAX = 60_000;

/** Starts every service in this process on embedded parts. Readers start before the fetcher, so nothing is missed. */
export async function startStandalone(scope: Scope, options: StandaloneOptions): Promise<RunningStandalone> {
  const { network, logger, onPhase } = options;
  const metrics = createMetrics({ withProcess: true });
  const health = createHealth();
  const { log, engine, store, topics } = await openDeployment(scope, options);
  const producer = await log.producer();

  const assembler = await createTraceAssembler({
    store,
    log,
    producer,
    topics,
    findMismatchedRounds: createMismatchFinder(store),
    logger: logger.child({ component: 'trace-assembler' }),
    metrics,
    beat: health.loop('trace-assembler', LOOP_SILENCE_MS_MAX),
    onWatermark: options.onWatermark,
    ...(onPhase === undefined ? {} : { onPhase }),
  });
  const parser = await createParser({
    store,
    log,
    producer,
    topics,
    logger: logger.child({ component: 'parser' }),
    metrics,
    beat: health.loop('parser', LOOP_SILENCE_MS_MAX),
    ...(onPhase === undefined ? {} : { onPhase }),
  });
  scope.background('trace-assembler', (signal) => assembler.run(signal));
  scope.background('parser', (signal) => parser.run(signal));

  const clickHouse = await scope.start(
    'clickhouse-http',
    () =>
      createClickHouseHttp({
        store: { database: store.database, engine },
        host: '127.0.0.1',
        port: options.clickHousePort,
        mode: 'read-only',
        logger: logger.child({ component: 'clickhouse-http' }),
      }).start(),
    (server) => server.stop(),
  );
  const gateway = createApiGateway({
    store,
    cache: createMemoryCache({ bytesMax: CACHE_BYTES_MAX }),
    logger: logger.child({ component: 'api-gateway' }),
    metrics,
    health,
    network: { name: network.name, isTestnet: isTestNetwork(network) },
    config: { ...defaultApiGatewayConfig(), host: options.host, port: options.port },
  });
  const api = await scope.start(
    'api-gateway',
    () => gateway.start(),
    () => gateway.stop(),
  );

  await scope.start(
    'running file',
    () => writeRunningFile(options.dataDirectory, { apiPort: api.port, clickHousePort: clickHouse.port }),
    (remove) => remove(),
  );

  scope.background('block-fetcher', async (signal) => {
    const done = await fetchArchive(
      {
        source: options.source,
        network,
        producer,
        topic: topics.rawBlocks,
        progress: createFetchProgress({ log, producer, topic: topics.fetchProgress }),
        storedRootHashes: storedRootHashesIn(store),
        awaitRoom: waitForParsers(log, topics.rawBlocks),
        logger: logger.child({ component: 'block-fetcher' }),
        onProgress: options.onFetched,
        ...(onPhase === undefined ? {} : { onPhase }),
      },
      options.fetch,
      signal,
    );
    if (!signal.aborted) options.onFetchDone(done);
  });
  return { apiPort: api.port, clickHousePort: clickHouse.port };
}
