import type { BlockSource } from '@tonriver/chain-source';
import type { Network } from '@tonriver/chain-model';
import type { FetchRoundsOptions, FetchRoundsProgress } from '@tonriver/block-fetcher/service';
import type { Scope } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import type { InitialStateFile } from '@tonriver/state-resolver/service';
import { createHealth, createMetrics } from '@tonriver/telemetry';
import { openDeployment } from './deployment.ts';
import { writeRunningFile } from './running-file.ts';
import { startClickHousePort } from './start-click-house-port.ts';
import { startExecutor } from './start-executor.ts';
import { startFetcher } from './start-fetcher.ts';
import { startGateway } from './start-gateway.ts';
import { type PipelinePhase, startPipeline } from './start-pipeline.ts';

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
  /** Full states at the start of the chain. Without them, an account is known from the first block that has it. */
  readonly initialStates?: readonly InitialStateFile[];
  readonly logger: Logger;
  readonly onFetched: (progress: FetchRoundsProgress) => void;
  readonly onFetchDone: (progress: FetchRoundsProgress) => void;
  readonly onWatermark: (watermark: { readonly first: number; readonly last: number }) => void;
  /** Called after every write of the state-resolver. */
  readonly onStates?: (range: { readonly first: number; readonly last: number }) => void;
  readonly onPhase?: (phase: Phase) => void;
}

export interface RunningStandalone {
  readonly apiPort: number;
  readonly clickHousePort: number;
}

/** Starts every service in this process on embedded parts. Readers start before the fetcher, so nothing is missed. */
export async function startStandalone(scope: Scope, options: StandaloneOptions): Promise<RunningStandalone> {
  const { network, logger } = options;
  const metrics = createMetrics({ withProcess: true });
  const health = createHealth();
  const { log, engine, store, cells, topics } = await openDeployment(scope, options);
  const producer = await log.producer();

  // Its processes take seconds to start on a busy machine, so the other services start meanwhile.
  const clickHouseStarting = startClickHousePort(scope, {
    path: engine.path,
    database: store.database,
    network: network.name,
    port: options.clickHousePort,
    logger,
    metrics,
  });
  // A failure is thrown below, where the port is awaited.
  clickHouseStarting.catch(() => undefined);
  await startPipeline(scope, { ...options, log, store, cells, topics, producer, metrics, health });
  const executor = await startExecutor(scope, { store, metrics, network });
  const { host, port } = options;
  const api = await startGateway(scope, { store, executor, network, host, port, logger, metrics, health });
  startFetcher(scope, { ...options, log, store, topics, producer, metrics });

  const clickHouse = await clickHouseStarting;
  await scope.start(
    'running file',
    () => writeRunningFile(options.dataDirectory, { apiPort: api.port, clickHousePort: clickHouse.port }),
    (remove) => remove(),
  );
  return { apiPort: api.port, clickHousePort: clickHouse.port };
}
