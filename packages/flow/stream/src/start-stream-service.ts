import { readServiceOrExit } from '@tonriver/config';
import { consumerGroupOf, type StreamReader, type Topic } from '@tonriver/events';
import { runService, type Scope } from '@tonriver/lifecycle';
import { createLogger, type Logger } from '@tonriver/logger';
import {
  beatWhile,
  createHealth,
  createMetrics,
  type Metrics,
  startHealthServer,
  watchParts,
} from '@tonriver/telemetry';
import type { z } from 'zod';
import type { EventLog, EventProducer } from './event-log.ts';
import type { PipelineConfig } from './pipeline-settings.ts';
import { recordsWaiting } from './records-waiting.ts';

/** The store that a service writes to, as far as its start is concerned. */
export interface StartedStore {
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** What a service is made of when everything around it is there. */
export interface StartedParts<Config, Store> {
  readonly config: Config;
  readonly store: Store;
  readonly log: EventLog;
  readonly producer: EventProducer;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly beat: () => void;
  /** For what else the service opens. */
  readonly scope: Scope;
}

export interface StreamServiceOptions<Shape extends z.ZodRawShape, Config extends PipelineConfig, Store> {
  readonly name: StreamReader;
  /** For `--help`. */
  readonly summary: string;
  readonly schema: z.ZodObject<Shape>;
  readonly build: (values: Readonly<z.output<z.ZodObject<Shape>>>) => Config;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly openStore: (config: Config) => Promise<Store>;
  /** Migrations, and what the tables say of the deployment. */
  readonly prepareStore: (store: Store, config: Config) => Promise<void>;
  readonly connectLog: (options: PipelineConfig['kafka'] & LogClient) => Promise<EventLog>;
  /** What the service reads: its lag is told. */
  readonly input: (topics: Config['topics']) => Topic;
  readonly create: (parts: StartedParts<Config, Store>) => Promise<{ run(signal: AbortSignal): Promise<void> }>;
}

export interface LogClient {
  readonly clientId: string;
  readonly logger: Logger;
}

/** A loop may be busy with one large block, or wait for ClickHouse; after this it is stuck. */
const LOOP_SILENCE_MS_MAX = 60_000;

/**
 * Runs a service between the event log and a store as the process: health server first, then the store with its
 * migrations, the log with its topics, the service itself, and what watches all of it. Ready when all of it runs.
 */
export async function startStreamService<
  Shape extends z.ZodRawShape,
  Config extends PipelineConfig,
  Store extends StartedStore,
>(options: StreamServiceOptions<Shape, Config, Store>): Promise<void> {
  const { name, openStore, prepareStore, connectLog, input, create } = options;
  const { config, about } = readServiceOrExit({ ...options, service: name });
  const { topics, shutdownGraceMs } = config;
  const logger = createLogger({ service: name, level: config.logLevel });

  await runService({ name, about, logger, shutdownGraceMs }, async (scope) => {
    const [metrics, health] = [createMetrics({ withProcess: true }), createHealth()];
    const setReady = health.condition('start');
    scope.reportStart(setReady);
    const startHealth = () => startHealthServer({ ...config.http, health, metrics });
    const { port } = await scope.start('health server', startHealth, (server) => server.stop());
    logger.info('Listening', { host: config.http.host, port });

    const store = await scope.start(
      'clickhouse',
      () => openStore(config),
      (opened) => opened.close(),
    );
    scope.step({ name: 'migrations of the tables' });
    await prepareStore(store, config);

    const connect = () => connectLog({ ...config.kafka, clientId: name, logger });
    const log = await scope.start('event log', connect, (connected) => connected.close());
    await log.ensureTopics(Object.values(topics));
    const producer = await log.producer();

    const beat = health.loop(name, LOOP_SILENCE_MS_MAX);
    const service = await beatWhile(create({ config, store, log, producer, logger, metrics, beat, scope }), beat);
    scope.background(name, (signal) => service.run(signal));
    const lag = metrics.gauge('tonriver_log_records_waiting', 'Records of the log that this group has not committed');
    const topic = input(topics);
    const parts = {
      clickhouse: () => store.ping(),
      kafka: async () => lag.set(Number(await recordsWaiting(log, topic.name, consumerGroupOf(topic, name)))),
    };
    scope.background('watch', (signal) => watchParts({ health, parts }, signal));
    setReady(undefined);
  });
}
