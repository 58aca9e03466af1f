import { workerData } from 'node:worker_threads';
import { type ApiGateway, createApiGateway, defaultApiGatewayConfig } from '@tonriver/api-gateway/service';
import {
  GetMethodError,
  type GetMethodExecutor,
  type MessageFollower,
  type MessageTarget,
  MessageTargetError,
} from '@tonriver/api-model';
import { createMemoryCache } from '@tonriver/cache';
import { isTestNetwork } from '@tonriver/chain-model';
import { createEmbeddedStore, joinEmbeddedEngine } from '@tonriver/chdb';
import { MESSAGE_PARTITIONS } from '@tonriver/events';
import { createRemoteLogger } from '@tonriver/logger';
import { createMemoryPendingStore } from '@tonriver/pending-store';
import { createHealth, createHealthOfThreads, createMetrics, metricsOfThreads } from '@tonriver/telemetry';
import { createThreadCalls } from '@tonriver/thread-calls';
import { boundedCalls } from './bounded-calls.ts';
import { GatewayThreadError } from './gateway-thread-error.ts';
import { createDevnetForwarder } from './devnet-forwarder.ts';
import {
  ERROR_CLASSES,
  type GatewayService,
  type GatewaySettings,
  type GatewayThreadData,
  type MainService,
  SERVICES,
} from './gateway-thread.ts';

// The thread of the API: the gateway, its cache, its connections to the tables, and the pending traces.
const CACHE_BYTES_MAX = 64 * 1024 * 1024;
/** Time for running answers after a stop. The rest of the grace period is for the log and the engine. */
const API_GRACE_MS = 5_000;
/** One large block, or a merge of the engine, may keep the main thread this long. */
const MAIN_SILENCE_MS_MAX = 60_000;
const METRICS_MS_MAX = 5_000;
const METRICS_CALLS_MAX = 16;
/** As many as a gateway of the distributed form has with its executor. */
const CALLS_MAX = 1_024;
/** Longer than any call of theirs takes. */
const ANSWER_MS_MAX = 60_000;

const RETRY_AFTER_MS = 1_000;
const BOUNDS = { callsMax: CALLS_MAX, answerMsMax: ANSWER_MS_MAX };
const ofMessages = {
  ...BOUNDS,
  overloaded: () => new MessageTargetError('overloaded', 'too many messages wait', { retryAfterMs: RETRY_AFTER_MS }),
  timedOut: () => new MessageTargetError('timed_out', 'no answer in time: the message may have been accepted'),
};

const { port, logLevel } = workerData as GatewayThreadData;
const calls = createThreadCalls({ port, errorClasses: ERROR_CLASSES });
const { main, executor, messages, follower } = SERVICES;
const { writeLine, ...ofMain } = calls.remote<MainService>(main.name)(main.methods);
const { metricValues } = boundedCalls(ofMain, {
  callsMax: METRICS_CALLS_MAX,
  answerMsMax: METRICS_MS_MAX,
  overloaded: () => new GatewayThreadError('no_answer', 'Too many wait for the metrics of the main thread'),
  timedOut: () => new GatewayThreadError('no_answer', `No metrics of the main thread for ${METRICS_MS_MAX} ms`),
});
const logger = createRemoteLogger(logLevel, writeLine);
const pending = createMemoryPendingStore({ partitions: MESSAGE_PARTITIONS });
const health = createHealthOfThreads(createHealth(), { name: 'main thread', silenceMsMax: MAIN_SILENCE_MS_MAX });
const closing: (() => Promise<void>)[] = [];
let gateway: ApiGateway | undefined;
let starting: Promise<unknown> = Promise.resolve();

calls.offer(SERVICES.pending.name, pending);
calls.offer(SERVICES.gateway.name, {
  start(settings) {
    const started = open(settings);
    starting = started.catch(() => undefined);
    return started;
  },
  noteWatermark: () => gateway?.noteWatermark(),
  noteHealth: (problems) => health.note(problems),
  async stop() {
    // What a start opens after the main thread has closed the engine could not be closed any more.
    await starting;
    gateway = undefined;
    const closed: PromiseSettledResult<void>[] = [];
    for (const close of closing.splice(0).reverse()) closed.push(...(await Promise.allSettled([close()])));
    for (const result of closed) if (result.status === 'rejected') throw result.reason;
  },
} satisfies GatewayService);

async function open(settings: GatewaySettings): Promise<{ readonly port: number }> {
  const { path, writesMemory, database, network, host, takesMessages, devnetPort } = settings;
  const engine = await joinEmbeddedEngine({ path, writesMemory });
  closing.push(() => engine.close());
  const store = await createEmbeddedStore({ engine, database });
  closing.push(() => store.close());
  const started = createApiGateway({
    store,
    cache: createMemoryCache({ bytesMax: CACHE_BYTES_MAX }),
    executor: boundedCalls(calls.remote<GetMethodExecutor>(executor.name)(executor.methods), {
      ...BOUNDS,
      overloaded: () => new GetMethodError('overloaded', 'too many calls wait', { retryAfterMs: RETRY_AFTER_MS }),
      timedOut: () => new GetMethodError('timed_out', 'the executor did not answer in time'),
    }),
    messages: takesMessages
      ? boundedCalls(calls.remote<MessageTarget>(messages.name)(messages.methods), ofMessages)
      : undefined,
    follower: boundedCalls(calls.remote<MessageFollower>(follower.name)(follower.methods), ofMessages),
    pending,
    beside: devnetPort === undefined ? undefined : createDevnetForwarder(devnetPort),
    logger: logger.child({ component: 'api-gateway' }),
    metrics: metricsOfThreads(createMetrics(), metricValues),
    health,
    network: { name: network.name, isTestnet: isTestNetwork(network) },
    config: defaultApiGatewayConfig({ host, port: settings.port, shutdownGraceMs: API_GRACE_MS }),
  });
  closing.push(() => started.stop());
  gateway = started;
  const { port: openPort } = await started.start();
  return { port: openPort };
}
