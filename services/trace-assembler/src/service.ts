import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ClickHouseStore, patientStore } from '@tonriver/clickhouse';
import {
  createLetterIndex,
  type EventConsumer,
  type EventLog,
  type EventProducer,
  type LogBatch,
} from '@tonriver/stream';
import { consumerGroupOf, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import { createAssembly, type TransactionsPerPass } from './assembly.ts';
import { type Clock, systemClock } from '@tonriver/stream';
import { decodeOrBury } from './decode-or-bury.ts';
import { createInbox } from './inbox.ts';

export interface TraceAssemblerDependencies {
  readonly store: ClickHouseStore;
  readonly log: EventLog;
  readonly producer: EventProducer;
  readonly topics: { readonly parsedRounds: Topic; readonly parsedRoundsDeadLetters: Topic };
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Called at the start with what was assembled before, and after every pass that moved the watermark. */
  readonly onWatermark?: (watermark: { readonly first: number; readonly last: number }) => void;
  readonly beat?: () => void;
  /** Called when the watermark has moved and the offsets have not: for tests that kill the process there. */
  readonly onPhase?: (phase: 'watermark') => void;
  /** Transactions of waiting rounds that may be held in memory; more are read from the log again. */
  readonly transactionsHeldMax?: number;
  readonly transactionsPerPass?: TransactionsPerPass;
  readonly clock?: Clock;
}

/** As often as rows may be inserted into a table. */
const PASS_INTERVAL_MS = 500;
/** Rounds whose rows do not match: tried again after so long, in case a replica is behind and nothing else is to do. */
const MISMATCH_RETRY_MS = 2000;
/** What may be read ahead of the next pass. */
const INBOX_BOUNDS = { recordsMax: 4000, transactionsMax: 100_000 };
/** Reading records is all computing: health checks and passes need their turn in between. */
const RECORDS_PER_TURN = 32;

export interface TraceAssembler {
  /** Resolves when the signal aborts, after a last snapshot and commit. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Orders rounds, assigns trace ids, assembles traces and moves the watermark. One per network. Once it is created
 * nothing that is sent can be missed.
 */
export async function createTraceAssembler(dependencies: TraceAssemblerDependencies): Promise<TraceAssembler> {
  const consumer = await dependencies.log.consumer({
    topic: dependencies.topics.parsedRounds.name,
    groupId: consumerGroupOf(dependencies.topics.parsedRounds, 'trace-assembler'),
    batchRecordsMax: 1000,
    batchBytesMax: 16 * 1024 * 1024,
  });
  return { run: (signal) => run(dependencies, consumer, signal) };
}

/**
 * Two loops that meet in the inbox and nowhere else: one reads, the other makes passes and alone touches what is
 * assembled. So nothing can change under a pass while it waits for ClickHouse.
 */
async function run(
  dependencies: TraceAssemblerDependencies,
  consumer: EventConsumer,
  signal: AbortSignal,
): Promise<void> {
  const { log, topics, logger, beat, clock = systemClock } = dependencies;
  // Whichever of the two loops ends first takes the other along: a consumer without passes would only fill memory.
  const ended = new AbortController();
  const both = AbortSignal.any([signal, ended.signal]);
  const inbox = createInbox(INBOX_BOUNDS);
  const store = patientStore(dependencies.store, { logger, signal, beat });
  const assembly = createAssembly({ ...dependencies, store, inbox, clock });
  const letters = createLetterIndex({
    log,
    topic: topics.parsedRounds,
    deadLetterTopic: topics.parsedRoundsDeadLetters,
    beat,
  });

  const read = async (batch: LogBatch): Promise<void> => {
    for (const [index, record] of batch.records.entries()) {
      const block = await decodeOrBury({ ...dependencies, letters }, record);
      inbox.put({ batch, offset: record.offset, block });
      if (index % RECORDS_PER_TURN === RECORDS_PER_TURN - 1) await nextTurn();
    }
    await inbox.room(both);
  };

  const passes = async (): Promise<void> => {
    await assembly.begin();
    while (!both.aborted) {
      beat?.();
      const startMs = clock.nowMs();
      const { mismatched, hasMore } = await assembly.pass();
      if (mismatched.length > 0) {
        logger.warn('Stored rows are not what was announced; the watermark waits', { rounds: mismatched.join(' ') });
      }
      const spentMs = hasMore ? clock.nowMs() - startMs : 0;
      const intervalMs = mismatched.length > 0 && !hasMore ? MISMATCH_RETRY_MS : PASS_INTERVAL_MS;
      if (spentMs < intervalMs) await clock.pause(intervalMs - spentMs, both);
    }
    await assembly.save();
  };

  const runs = [consumer.run(read, { signal: both }), passes()];
  const outcomes = await Promise.allSettled(runs.map((running) => running.finally(() => ended.abort())));
  await consumer.close();
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
