import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseStore, patientStore } from '@tonriver/clickhouse';
import type { EventConsumer, EventLog, EventProducer, LogBatch, LogRecord } from '@tonriver/event-log';
import { consumerGroupOf, decodeParsedBlock, deadLetterOf, EventError, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import { createRangeAssembler } from './assemble-ranges.ts';
import { createMismatchFinder } from './find-mismatched-rounds.ts';
import { createLateStarts, rangeOf, takeAnnouncement } from './late-starts.ts';
import { createOffsetLedger } from './offset-ledger.ts';
import { createRoundCollector } from './round-collector.ts';
import { createSnapshotStore } from './snapshot-store.ts';

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
}

/** As often as rows may be inserted into a table. */
const PASS_INTERVAL_MS = 500;
/** How much is assembled again after a crash, at most. */
const SNAPSHOT_INTERVAL_MS = 10_000;
/** What may wait behind a hole in memory: some hundred megabytes. */
const TRANSACTIONS_HELD_MAX = 500_000;
/** Rounds read again at once when their turn comes. */
const ROUNDS_RESTORED_MAX = 64;
/** Rounds whose rows do not match: tried again after so long, in case a replica is behind. */
const MISMATCH_RETRY_MS = 2000;

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

async function run(
  dependencies: TraceAssemblerDependencies,
  consumer: EventConsumer,
  signal: AbortSignal,
): Promise<void> {
  const { logger, metrics } = dependencies;
  const store = patientStore(dependencies.store, { logger, signal, onWait: dependencies.beat });
  const snapshots = createSnapshotStore(store);
  const collector = createRoundCollector();
  const ledger = createOffsetLedger();
  const shedRounds = new Set<number>();
  const lateStarts = createLateStarts();
  const assembleRanges = createRangeAssembler({
    ...dependencies,
    store,
    collector,
    lateStarts,
    findMismatchedRounds: createMismatchFinder(store),
  });
  const ranges = await snapshots.load();
  const exclusively = createTurns();
  // Whichever of the two loops ends first takes the other along: a consumer without passes would only fill memory.
  const ended = new AbortController();
  const both = AbortSignal.any([signal, ended.signal]);
  const isDone = (round: number): boolean => rangeOf(ranges, round) !== undefined && !lateStarts.has(round);
  const watermarkGauge = metrics.gauge('tonriver_watermark_seqno', 'Last round of the contiguous range');
  const waitingGauge = metrics.gauge('tonriver_rounds_waiting', 'Rounds announced but not assembled: behind a hole');
  let lastBatch: LogBatch | undefined;
  let snapshotAtMs = performance.now();
  let hasUnsavedRounds = false;
  const tellWatermark = (): void => {
    const top = ranges.at(-1);
    if (top === undefined) return;
    watermarkGauge.set(top.last);
    dependencies.onWatermark?.({ first: top.first, last: top.last });
  };
  tellWatermark();

  /**
   * The partition may have been somebody else's until now: a process that this one replaces, or one that took over
   * while this one was thought dead. What counts is the snapshot behind which offsets were committed last; everything
   * after it is delivered from here on.
   */
  const takeOver = async (): Promise<void> => {
    collector.clear();
    lateStarts.clear();
    ledger.clear();
    shedRounds.clear();
    ranges.splice(0, ranges.length, ...(await snapshots.load()));
    tellWatermark();
  };

  const collect = async (batch: LogBatch): Promise<void> => {
    if (lastBatch?.isCurrent() !== true) await exclusively(takeOver);
    for (const record of batch.records) {
      const block = await decodeOrBury(dependencies, record);
      // The record of a round that is done mostly only waits to be committed.
      if (block !== undefined) takeAnnouncement({ ranges, collector, lateStarts }, block);
      ledger.add(record.offset, block?.round ?? DONE);
    }
    lastBatch = batch;
    hasUnsavedRounds = true;
    const shed = collector.shed(dependencies.transactionsHeldMax ?? TRANSACTIONS_HELD_MAX);
    for (const round of shed) shedRounds.add(round);
    if (shed.length > 0) {
      logger.warn('Too much waits behind a hole; the farthest rounds will be read again', { rounds: shed.length });
    }
  };

  /** Reads the rounds again that are next and were shed. */
  const restore = async (): Promise<void> => {
    for (const { last } of ranges) {
      for (let round = last + 1; round <= last + ROUNDS_RESTORED_MAX && shedRounds.has(round); round += 1) {
        for (const offset of ledger.offsetsOf(round)) {
          const [record] = await dependencies.log.readRange(dependencies.topics.parsedRounds.name, 0, offset, 1);
          if (record?.offset === offset) collector.add(decodeParsedBlock(record));
        }
        shedRounds.delete(round);
      }
    }
  };

  const save = async (): Promise<void> => {
    // A snapshot of a process that lost the partition would lie behind the offsets of the one that got it.
    if (!hasUnsavedRounds || lastBatch?.isCurrent() !== true) return;
    hasUnsavedRounds = false;
    snapshotAtMs = performance.now();
    await snapshots.save(ranges);
    const offset = ledger.takeDone((round) => round === DONE || isDone(round));
    if (offset === undefined || !lastBatch.isCurrent()) return;
    await lastBatch.commit(offset).catch((error: unknown) => {
      // What is not committed is delivered again and assembled to the same rows.
      logger.warn('Offsets could not be committed', { offset, error });
    });
  };

  const pass = async (): Promise<readonly number[]> => {
    await restore();
    const { roundCount, mismatched } = await assembleRanges(ranges);
    const top = ranges.at(-1);
    if (roundCount > 0 && top !== undefined) {
      hasUnsavedRounds = true;
      dependencies.onPhase?.('watermark');
      tellWatermark();
      logger.debug('Rounds assembled', { roundCount, first: top.first, last: top.last });
    }
    waitingGauge.set(collector.size);
    if (performance.now() - snapshotAtMs > SNAPSHOT_INTERVAL_MS) await save();
    return mismatched;
  };

  const passes = async (): Promise<void> => {
    while (!both.aborted) {
      dependencies.beat?.();
      const mismatched = await exclusively(pass);
      if (mismatched.length > 0) {
        logger.warn('Stored rows are not what was announced; the watermark waits', { rounds: mismatched.join(' ') });
      }
      await pause(mismatched.length > 0 ? MISMATCH_RETRY_MS : PASS_INTERVAL_MS, both);
    }
    await exclusively(save);
  };

  const runs = [consumer.run(collect, { signal: both }), passes()];
  const outcomes = await Promise.allSettled(runs.map((run) => run.finally(() => ended.abort())));
  await consumer.close();
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Runs one thing after the other, whoever asks: a pass must not find its ranges replaced in its middle. */
function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Stands for the round of a record that became a dead letter: nothing to wait for. */
const DONE = -1;

async function decodeOrBury(
  { producer, topics, logger }: TraceAssemblerDependencies,
  record: LogRecord,
): Promise<ReturnType<typeof decodeParsedBlock> | undefined> {
  try {
    return decodeParsedBlock(record);
  } catch (error) {
    if (!(error instanceof EventError)) throw error;
    logger.error('A record of parsed rounds is not readable', { offset: record.offset, error });
    const story = {
      code: error.code,
      cause: error.message,
      topic: topics.parsedRounds.name,
      partition: record.partition,
      offset: record.offset,
      parserVersion: 0,
    };
    const letter = deadLetterOf(record, story, topics.parsedRoundsDeadLetters);
    await producer.send(topics.parsedRoundsDeadLetters.name, [{ partition: 0, ...letter }]);
    return undefined;
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
