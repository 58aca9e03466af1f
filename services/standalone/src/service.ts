import type { BlockSource } from '@tonriver/chain-source';
import { createSharedBlockBags, type Network } from '@tonriver/chain-model';
import type { FetchRoundsOptions, FetchRoundsProgress } from '@tonriver/block-fetcher/service';
import type { MessageTarget } from '@tonriver/api-model';
import type { Scope } from '@tonriver/lifecycle';
import type { Logger, LogLevel } from '@tonriver/logger';
import { type ReparseResult, runReparse } from '@tonriver/parser/service';
import type { InitialStateFile } from '@tonriver/state-resolver/service';
import { createHealth, createMetrics, type Metrics } from '@tonriver/telemetry';
import { openDeployment } from './deployment.ts';
import { startGatewayThread } from './gateway-thread/start-gateway-thread.ts';
import { writeRunningFile } from './running-file.ts';
import { startClickHousePort } from './start-click-house-port.ts';
import { startDetectorPool } from './start-detector-pool.ts';
import { startExecutor } from './start-executor.ts';
import { startFetcher } from './start-fetcher.ts';
import { startMessageEmulator } from './start-message-emulator.ts';
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
  /** Stored rounds to parse again while they are served. */
  readonly reparse?: { readonly from: number; readonly to: number } | undefined;
  /** Takes the messages of callers; absent: they are refused. */
  readonly messages?: MessageTarget | undefined;
  /** Port of a devnet of this process: the requests of its operator are forwarded from the port of the API. */
  readonly devnetPort?: number | undefined;
  readonly logger: Logger;
  /** Level of the logger; default: `info`. Lines below it are not sent from thread to thread. */
  readonly logLevel?: LogLevel;
  /** Those of a process that has other services too; default: its own. */
  readonly metrics?: Metrics;
  readonly onFetched: (progress: FetchRoundsProgress) => void;
  readonly onFetchDone: (progress: FetchRoundsProgress) => void;
  readonly onWatermark: (watermark: { readonly first: number; readonly last: number }) => void;
  /** Called after every write of the state-resolver. */
  readonly onStates?: (range: { readonly first: number; readonly last: number }) => void;
  /** Called with the newest round whose contracts were examined. */
  readonly onInterfaces?: (round: number) => void;
  readonly onReparsed?: (result: ReparseResult) => void;
  readonly onPhase?: (phase: Phase) => void;
}

export interface RunningStandalone {
  readonly apiPort: number;
  readonly clickHousePort: number;
}

/** Starts every service in this process on embedded parts. Readers start before the fetcher, so nothing is missed. */
export async function startStandalone(scope: Scope, options: StandaloneOptions): Promise<RunningStandalone> {
  const { network, logger, metrics = createMetrics({ withProcess: true }) } = options;
  const health = createHealth();
  const { log, engine, store, executorStore, cells, topics } = await openDeployment(scope, options);
  const producer = await log.producer();
  // It loads its programs while the other services start.
  const { logLevel = 'info' } = options;
  const gateway = await startGatewayThread(scope, { logger, logLevel, metrics, health });

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
  const bags = createSharedBlockBags({ nowMs: () => performance.now() });
  const { openBag } = bags;
  const detectorPool = await startDetectorPool(scope);
  const started = { log, store, cells, topics, producer, metrics, health, openBag, detectorPool };
  await startPipeline(scope, {
    ...options,
    ...started,
    onWatermark(watermark) {
      options.onWatermark(watermark);
      gateway.noteWatermark();
    },
  });
  const { host, port, messages, devnetPort } = options;
  const answering = { store: executorStore, metrics, network };
  const executor = await startExecutor(scope, { ...answering, takesMessages: messages !== undefined });
  const { pending } = gateway;
  const emulating = { ...answering, executor, pending, logger, health, log, producer, topics };
  const follower = await startMessageEmulator(scope, emulating);
  const { database } = store;
  const settings = { path: engine.path, writesMemory: engine.writes.memory, database, network, host, port, devnetPort };
  const api = await gateway.start(settings, { executor, follower, messages });
  startFetcher(scope, { ...options, bags, log, store, topics, producer, metrics });

  if (options.reparse !== undefined) {
    const { source, reparse } = options;
    const parts = { network, store, log, producer, topics, source, logger: logger.child({ component: 'reparse' }) };
    scope.background('reparse', async (signal) => {
      try {
        const result = await runReparse(parts, reparse, signal);
        if (!signal.aborted) options.onReparsed?.(result);
      } catch (error) {
        // The stored rows are served all the same.
        if (!signal.aborted)
          logger.error('Parsing rounds again failed; the next start with --reparse goes on', { error });
      }
    });
  }
  const clickHouse = await clickHouseStarting;
  await scope.start(
    'running file',
    () => writeRunningFile(options.dataDirectory, { apiPort: api.port, clickHousePort: clickHouse.port }),
    (remove) => remove(),
  );
  return { apiPort: api.port, clickHousePort: clickHouse.port };
}
