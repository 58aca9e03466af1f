import { createDecodedCache, createMemoryCache } from '@tonriver/cache';
import { createChainReader, createQueryGate, createReadingStores, createStateReader } from '@tonriver/chain-reader';
import { type ClickHouseStore, patientStore } from '@tonriver/clickhouse';
import { consumerGroupOf, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import type { PendingWriter } from '@tonriver/pending-store';
import {
  type Clock,
  createWake,
  type EventLog,
  EventLogError,
  type EventProducer,
  openStream,
  systemClock,
} from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';
import { createEmulatorReport } from './emulator-report.ts';
import { createEmulatorStep } from './emulator-step.ts';
import type { EmulationPort } from './emulations/emulate-live-trace.ts';
import { createHead } from './mined/head.ts';
import { createTakenRecords } from './store/covered-partitions.ts';
import { createKeepTraces } from './store/keep-traces.ts';
import { createLiveTraces } from './traces/live-traces.ts';

export { defaultEmulatorBounds } from './config.ts';

export interface EmulatorBounds {
  /** Traces that are emulated at one time. */
  readonly emulationsMax: number;
  /** Messages that are followed; more are not. */
  readonly tracesMax: number;
  readonly tracesPerAccountMax: number;
  /** Memory of followed messages and their traces. */
  readonly bytesMax: number;
  /** How long a message is followed that comes to no block. */
  readonly messageTtlMs: number;
}

export interface MessageEmulatorDependencies {
  readonly store: ClickHouseStore;
  readonly log: EventLog;
  readonly producer: EventProducer;
  readonly topics: { readonly externalMessages: Topic; readonly externalMessagesDeadLetters: Topic };
  readonly executor: EmulationPort;
  readonly pending: PendingWriter;
  readonly bounds: EmulatorBounds;
  /** Name of the network. */
  readonly network: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly beat?: () => void;
  readonly clock?: Clock;
}

export interface MessageEmulator {
  /** Resolves when the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

/** Records have had one form so far. */
const READER_VERSION = 0;
/** How often it is looked whether the store has all. */
const UPKEEP_MS = 500;
const QUERY_SECONDS_MAX = 5;
/** How old the newest round may be. */
const HEAD_MS_MAX = 200;

/** Emulates messages that a chain was sent, and shows their traces until readers have them as finished ones. */
export async function createMessageEmulator(dependencies: MessageEmulatorDependencies): Promise<MessageEmulator> {
  const { topics, producer, clock = systemClock } = dependencies;
  const stream = await openStream({
    ...dependencies,
    clock,
    topic: topics.externalMessages,
    groupId: consumerGroupOf(topics.externalMessages, 'message-emulator'),
    batchRecordsMax: 512,
    batchBytesMax: 4 * 1024 * 1024,
    rejectedMessage: 'A record of external messages is not readable',
    deadLetters: { topic: topics.externalMessagesDeadLetters, producer, readerVersion: READER_VERSION },
  });
  return {
    async run(signal) {
      const ended = new AbortController();
      const running = AbortSignal.any([signal, ended.signal]);
      const { upkeep, createStep } = createParts(dependencies, clock, running);
      const loops = [upkeep(running), stream.run(createStep, running)];
      // The first loop that ends stops the others.
      const outcomes = await Promise.allSettled(loops.map((loop) => loop.finally(() => ended.abort())));
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    },
  };
}

function createParts(dependencies: MessageEmulatorDependencies, clock: Clock, running: AbortSignal) {
  const { log, topics, pending, bounds, logger, metrics, beat } = dependencies;
  const store = patientStore(dependencies.store, { logger, signal: running, clock, beat });
  const { reader, head } = openReader(dependencies, store, clock);
  const { tracesMax, tracesPerAccountMax: perAccountMax, bytesMax } = bounds;
  const traces = createLiveTraces({ tracesMax, perAccountMax, bytesMax });
  const taken = createTakenRecords(log, topics.externalMessages);
  const keep = createKeepTraces({
    store: pending,
    traces,
    logger,
    nowMs: () => clock.nowMs(),
    coveredPartitions: () =>
      taken.covered().catch((error: unknown) => {
        if (error instanceof EventLogError) return [];
        throw error;
      }),
  });
  const upkeep = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await keep.upkeep();
      await clock.pause(UPKEEP_MS, signal);
    }
  };
  const createStep = (signal: AbortSignal) =>
    createEmulatorStep({
      ...dependencies,
      reader,
      head,
      traces,
      taken,
      keep,
      wake: createWake(clock),
      report: createEmulatorReport({ metrics, logger, clock }),
      clock,
      unixMs: () => Date.now(),
      signal,
    });
  return { upkeep, createStep };
}

function openReader({ network, logger, metrics }: MessageEmulatorDependencies, store: ClickHouseStore, clock: Clock) {
  const now = (): number => clock.nowMs();
  const queriesMax = Math.min(4, store.queriesMax ?? Number.POSITIVE_INFINITY);
  const gate = createQueryGate({ queriesMax, waitingMax: 10_000 });
  const stores = createReadingStores({ engine: store, gate, querySecondsMax: QUERY_SECONDS_MAX });
  const head = createHead(createStateReader(stores.gated), HEAD_MS_MAX, now);
  const cache = createMemoryCache({ bytesMax: 8 * 1024 * 1024 });
  const reader = createChainReader({
    stores,
    openKeptValues: ({ format, ttlMs }) => createDecodedCache({ cache, format, ttlMs, logger, metrics }),
    bounds: { admit: (query) => gate.run(query), keysMax: 1_000, queriesMax: 2, waitingKeysMax: 1_000_000 },
    metrics,
    // Nothing of it outlives the process.
    cachePrefix: () => network,
    recordTtlMs: 60_000,
    rememberedBytesMax: 32 * 1024 * 1024,
    answeredTransactionsMax: 1_000,
    answersMax: 100,
    walkedRowsMax: 100_000,
    totalMsMax: 60_000,
    now,
  });
  return { reader, head };
}
