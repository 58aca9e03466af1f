import { readServiceOrExit } from '@tonriver/config';
import { consumerGroupOf, type StreamReader, type Topic } from '@tonriver/events';
import { runService, type Scope } from '@tonriver/lifecycle';
import { createLogger, type Logger } from '@tonriver/logger';
import { createHealth, createMetrics, type Metrics, startHealthServer, watchParts } from '@tonriver/telemetry';
import type { z } from 'zod';
import { beatWhile } from './beat-while.ts';
import type { EventLog, EventProducer } from './event-log.ts';
import type { StreamConfig } from './stream-settings.ts';
import { recordsWaiting } from './records-waiting.ts';

/** The part of a service's store that its start needs. */
export interface StartedStore {
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Everything a service can use once its surroundings are started. */
interface StartedParts<Config, Store> {
  readonly config: Config;
  readonly store: Store;
  readonly log: EventLog;
  readonly producer: EventProducer;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly beat: () => void;
  /** Closes what the service opens itself. */
  readonly scope: Scope;
}

export interface StreamServiceOptions<Shape extends z.ZodRawShape, Config extends StreamConfig, Store> {
  readonly name: StreamReader;
  /** For `--help`. */
  readonly summary: string;
  readonly schema: z.ZodObject<Shape>;
  readonly build: (values: Readonly<z.output<z.ZodObject<Shape>>>) => Config;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly openStore: (config: Config) => Promise<Store>;
  /** Waits until the tables are those of this release, and checks the deployment. */
  readonly prepareStore: (store: Store, parts: PreparingParts<Config>) => Promise<void>;
  /** Ends with an error when the tables are no longer those of this release; resolves when the signal aborts. */
  readonly guardStore: (store: Store, signal: AbortSignal) => Promise<void>;
  readonly connectLog: (options: StreamConfig['kafka'] & LogClient) => Promise<EventLog>;
  /** Topic that the service reads. Its lag becomes a metric. */
  readonly input: (topics: Config['topics']) => Topic;
  readonly create: (parts: StartedParts<Config, Store>) => Promise<{ run(signal: AbortSignal): Promise<void> }>;
}

/** For what has to be there before the service starts. */
interface PreparingParts<Config> {
  readonly config: Config;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

interface LogClient {
  readonly clientId: string;
  readonly logger: Logger;
}

/** A loop without a heartbeat for this long counts as stuck. One large block or a wait for ClickHouse takes less. */
const LOOP_SILENCE_MS_MAX = 60_000;

/**
 * Runs a service between the event log and a store as this process. Starts the health server, opens the store, waits
 * for the tables of this release, then starts the log with its topics, the service, and the checks of all parts. Ready
 * when everything runs.
 */
export async function startStreamService<
  Shape extends z.ZodRawShape,
  Config extends StreamConfig,
  Store extends StartedStore,
>(options: StreamServiceOptions<Shape, Config, Store>): Promise<void> {
  const { name, openStore, prepareStore, guardStore, connectLog, input, create } = options;
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
    scope.step({ name: 'waiting for the tables of this release' });
    await prepareStore(store, { config, logger, signal: scope.signal });
    scope.background('schema', (signal) => guardStore(store, signal));

    const connect = () => connectLog({ ...config.kafka, clientId: name, logger });
    const log = await scope.start('event log', connect, (connected) => connected.close());
    await log.ensureTopics(Object.values(topics));
    const producer = await log.producer();

    const beat = health.loop(name, LOOP_SILENCE_MS_MAX);
    const service = await beatWhile(create({ config, store, log, producer, logger, metrics, beat, scope }), { beat });
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
