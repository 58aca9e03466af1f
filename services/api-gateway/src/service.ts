import type { RequestListener } from 'node:http';
import type { GetMethodExecutor, MessageFollower, MessageTarget } from '@tonriver/api-model';
import { type Cache, createDecodedCache } from '@tonriver/cache';
import { type ClickHouseStore, requireSchema } from '@tonriver/clickhouse';
import type { Logger } from '@tonriver/logger';
import type { PendingReader } from '@tonriver/pending-store';
import { type ApiServer, type Health, type Metrics, startApiServer } from '@tonriver/telemetry';
import {
  createChainReader,
  createHoleAlarm,
  createQueryGate,
  createReadingStores,
  createWatermark,
  createZeroState,
  type LookUpBounds,
  type QueryGate,
  type Watermark,
} from '@tonriver/chain-reader';
import { type AnswerCache, createAnswerCache } from './answer-cache.ts';
import { type AnswerBeside, withAnswerBeside } from './answer-beside.ts';
import type { AnswerReader } from './answers/answer-reader.ts';
import { isWalletCode } from './answers/wallet-codes.ts';
import { createBodyPrinter } from './answers/body-printer.ts';
import { createApp } from './app.ts';
import { CACHE_LAYOUT } from './cache-layout.ts';
import type { ApiGatewayConfig } from './config.ts';
import { createFinishedTraces, type FinishedTraces } from './endpoints/pending/finished-traces.ts';
import { createSettledActions } from './endpoints/pending/settled-actions.ts';
import { createLiveRounds, type LiveRounds } from './explorer/live-rounds.ts';
import { createPacedMessageTarget, type PacedMessageTarget } from './messages/paced-message-target.ts';
import { documentedServers } from './documentation/documented-servers.ts';
import { createConcurrentRequests } from './serving/concurrent-requests.ts';
import { REFUSED_AFTER_SHARE } from './serving/find-answer.ts';

export { type ApiGatewayConfig, defaultApiGatewayConfig } from './config.ts';
export { createDevnetMessageTarget } from './messages/devnet-message-target.ts';
export { createLogMessageFollower } from './messages/log-message-follower.ts';
export type { AnswerBeside } from './answer-beside.ts';

export interface ApiGatewayDependencies {
  /** Opened and closed by the caller. */
  readonly store: ClickHouseStore;
  /** Without it answers are only slower. Closed by the caller. */
  readonly cache: Cache;
  /** Runs get-methods; absent: they are refused. Closed by the caller. */
  readonly executor?: GetMethodExecutor | undefined;
  /** Takes the messages of callers; absent: they are refused. */
  readonly messages?: MessageTarget | undefined;
  /** Follows messages that were taken, for pending traces; absent: nobody does. */
  readonly follower?: MessageFollower | undefined;
  /** Reads pending traces; absent: they are refused. Closed by the caller. */
  readonly pending?: PendingReader | undefined;
  /** Answers the paths of another service of this process, at the same port. */
  readonly beside?: AnswerBeside | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly network: { readonly name: string; readonly isTestnet: boolean };
  readonly config: ApiGatewayConfig;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

export interface ApiGateway {
  /** Starts polling the watermark, and listens. `/ready` is 200 after the first successful poll. */
  start(): Promise<Pick<ApiServer, 'port' | 'healthPort'>>;
  /** To be called when this process has moved the watermark. Where another process does, polling finds it. */
  noteWatermark(): void;
  /**
   * `/ready` is 503 at once. Requests are accepted for `shutdownDrainMs` more, and running ones may end within the
   * grace period. A health port of its own closes last. Repeatable.
   */
  stop(): Promise<void>;
}

/** Creates the HTTP API. It has no state except some bounded caches, so several can run side by side. */
export function createApiGateway(dependencies: ApiGatewayDependencies): ApiGateway {
  const { cache, logger, metrics, health, network, config, now = () => performance.now() } = dependencies;
  // Queries must not wait inside the store: their keys are chosen when they are sent.
  const queriesMax = Math.min(config.queriesMax, dependencies.store.queriesMax ?? Number.POSITIVE_INFINITY);
  const gate = createQueryGate({ queriesMax, waitingMax: config.queriesWaitingMax });
  const querySecondsMax = Math.ceil(config.requestTimeoutMs / 1000);
  const stores = createReadingStores({ engine: dependencies.store, gate, querySecondsMax });
  const beat = health.loop('watermark', config.watermarkSilenceMsMax);
  const ready = health.condition('watermark', 'the watermark was not read yet');
  const watermark = createWatermark({
    // Polled ten times a second and needed by all requests, so it does not wait behind them.
    store: stores.admitted,
    checkSchema: async () => void (await requireSchema(dependencies.store)),
    logger: logger.child({ component: 'watermark' }),
    pollMs: config.watermarkPollMs,
    now,
    async readAhead({ indexedSeqno }) {
      // Requests come first: under load nothing is read that perhaps nobody asks for.
      if (gate.runningCount === 0) await reader.readAhead(indexedSeqno, (codeHash) => !isWalletCode(codeHash));
    },
    onPoll(problem) {
      beat();
      ready(problem);
    },
  });
  const cachePrefix = (): string =>
    `tonriver:l${CACHE_LAYOUT}:${network.name}:${watermark.current()?.deployment ?? 'none'}`;
  const chainReader = createChainReader({
    stores,
    openKeptValues: ({ format, ttlMs }) => createDecodedCache({ cache, format, ttlMs, logger, metrics }),
    bounds: boundsOf(config, gate),
    metrics,
    cachePrefix,
    recordTtlMs: config.recordTtlMs,
    rememberedBytesMax: config.rememberedBytesMax,
    answeredTransactionsMax: config.answeredTransactionsMax,
    answersMax: config.answersMax,
    // Half of the places, so that look-ups continue beside them.
    walkedRowsMax: ROWS_PER_WALK * Math.max(1, Math.floor(queriesMax / 2)),
    totalMsMax: REFUSED_AFTER_SHARE * config.requestTimeoutMs,
    now,
  });
  const reader: AnswerReader = { ...chainReader, bodyPrinter: createBodyPrinter() };
  const live = openLiveRounds(dependencies, watermark);
  const paced = pacedMessages(dependencies);
  const { settledActions, finishedTraces } = openFinishedTraces(dependencies, { reader, watermark, now });
  const app = createApp({
    live,
    reader,
    watermark,
    zeroState: createZeroState({ store: stores.admitted }),
    answers: openAnswerCache(dependencies),
    cachePrefix,
    isTestnet: network.isTestnet,
    requests: createConcurrentRequests(),
    hadWaiting: (sinceMs) => [gate, reader.answering, reader.walking].some((queue) => queue.hadWaiting(sinceMs)),
    logger,
    metrics,
    now,
    servers: documentedServers(network, config.baseUrls),
    executor: dependencies.executor,
    messages: paced ?? dependencies.messages,
    follower: dependencies.follower,
    pending: dependencies.pending,
    finishedTraces,
    ...limitsOf(config),
  });
  addGauges(metrics, () => watermark.current()?.indexedSeqno ?? 0, gate);

  const loops = dependencies.pending === undefined ? [watermark] : [watermark, settledActions];
  const listener = createListener(dependencies, withAnswerBeside(app, dependencies.beside), loops, [live, paced]);
  return { ...listener, noteWatermark: () => watermark.noteMove() };
}

/** How many keys of look-ups share a query, and how many wait. */
function boundsOf(config: ApiGatewayConfig, gate: QueryGate): LookUpBounds {
  return {
    admit: (query) => gate.run(query),
    keysMax: config.lookUpKeysMax,
    queriesMax: config.lookUpQueriesMax,
    waitingKeysMax: config.lookUpWaitingKeysMax,
  };
}

/** The limits of a request that the routes keep. */
function limitsOf({ requestTimeoutMs, getMethodTimeoutMs, bodyBytesMax }: ApiGatewayConfig) {
  return { requestTimeoutMs, getMethodTimeoutMs, bodyBytesMax };
}

/** Knows which pending traces are finished ones, by what `actions` has. */
function openFinishedTraces(
  { config, logger }: ApiGatewayDependencies,
  shared: { readonly reader: AnswerReader; readonly watermark: Watermark; readonly now: () => number },
) {
  const settledActions = createSettledActions({
    ...shared,
    // Every answer of `actions` that was begun before has ended by then.
    settledAfterMs: config.requestTimeoutMs,
    pollMs: config.watermarkPollMs,
    onSeen: (seen) => finishedTraces.lookAhead(seen),
    logger,
  });
  const finishedTraces: FinishedTraces = createFinishedTraces({ reader: shared.reader, settledActions });
  return { settledActions, finishedTraces };
}

/** Messages are sent no faster than they are shown, where they are followed and shown. */
function pacedMessages({
  messages,
  follower,
  pending,
  metrics,
  now,
}: ApiGatewayDependencies): PacedMessageTarget | undefined {
  if (messages === undefined || follower === undefined || pending === undefined) return undefined;
  const paced = createPacedMessageTarget({ target: messages, pending, ...(now !== undefined && { nowMs: now }) });
  const waiting = metrics.gauge('tonriver_api_messages_waiting', 'Messages that wait to be sent');
  Object.assign(waiting, { collect: () => waiting.set(paced.waitingCount) });
  return paced;
}

function openAnswerCache({ cache, logger, metrics, config }: ApiGatewayDependencies): AnswerCache {
  const { answerTtlMs, answersMax, holeRecheckMs: recheckMs } = config;
  const holes = createHoleAlarm({ logger, metrics, recheckMs });
  return createAnswerCache({ cache, logger, metrics, holes, answerTtlMs, answersMax });
}

/** What the pages of the explorer listen to, if it is served. */
function openLiveRounds(
  { network, metrics, config, pending }: ApiGatewayDependencies,
  watermark: Pick<Watermark, 'current' | 'forRequest'>,
): LiveRounds | undefined {
  if (!config.hasExplorer) return undefined;
  const { explorerListenersMax: listenersMax, watermarkPollMs: pollMs } = config;
  return createLiveRounds({ watermark, network, hasPending: pending !== undefined, listenersMax, pollMs, metrics });
}

/** Listens, and polls what answers go by. */
function createListener(
  { logger, metrics, health, config }: ApiGatewayDependencies,
  answer: RequestListener,
  loops: readonly { run(signal: AbortSignal): Promise<void> }[],
  closedFirst: readonly ({ close(): void } | undefined)[],
): Omit<ApiGateway, 'noteWatermark'> {
  const working = new AbortController();
  let polling: Promise<unknown> = Promise.resolve();
  let server: ApiServer | undefined;
  return {
    async start() {
      const { host, port, healthPort, headerBytesMax, connectionsMax } = config;
      const limits = { headerBytesMax, connectionsMax };
      server = await startApiServer({ host, port, healthPort, ...limits, answer, health, metrics });
      polling = Promise.all(loops.map((loop) => loop.run(working.signal)));
      logger.info('The API listens', { host, port: server.port });
      return server;
    },
    async stop() {
      // Listeners would never leave by themselves, and messages would wait too long: both turn to another gateway.
      for (const one of closedFirst) one?.close();
      // Until then, requests are answered at a watermark that still moves.
      await server?.stop({ drainMs: config.shutdownDrainMs, graceMs: config.shutdownGraceMs - CLOSING_MS });
      working.abort();
      await polling;
    },
  };
}

/** Rows of an index for one query place. Smaller walks share a place and do not wait for each other. */
const ROWS_PER_WALK = 25_000;

/** The part of the grace period for closing after the last answer. */
const CLOSING_MS = 1_000;

function addGauges(
  metrics: Metrics,
  indexedSeqno: () => number,
  gate: { readonly runningCount: number; readonly waitingCount: number },
): void {
  const watermarkGauge = metrics.gauge('tonriver_api_watermark_seqno', 'Watermark of the answers');
  const running = metrics.gauge('tonriver_api_queries_running', 'Queries that run in ClickHouse');
  const waiting = metrics.gauge('tonriver_api_queries_waiting', 'Queries that wait for their turn');
  // Read when metrics are requested, so that requests need not count them.
  Object.assign(watermarkGauge, { collect: () => watermarkGauge.set(indexedSeqno()) });
  Object.assign(running, { collect: () => running.set(gate.runningCount) });
  Object.assign(waiting, { collect: () => waiting.set(gate.waitingCount) });
}
