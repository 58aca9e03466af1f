import { setTimeout as sleep } from 'node:timers/promises';
import type { CellStore } from '@tonriver/cell-store';
import type { Network } from '@tonriver/chain-model';
import { type ClickHouseStore, patientStore } from '@tonriver/clickhouse';
import {
  type EventConsumer,
  type EventLog,
  EventLogError,
  type LogBatch,
  type LogRecord,
  readRecords,
} from '@tonriver/stream';
import { consumerGroupOf, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { beatWhile, type Metrics } from '@tonriver/telemetry';
import type { StateSource } from './ask-source.ts';
import { type InitialStateFile, loadInitialStates } from './initial-states.ts';
import { createPartitionLedger, type DonePrefix } from './partition-ledger.ts';
import { beginningAfterLoss, openBacklog } from './read-backlog.ts';
import { createResolver, type Resolver, type ResolverPhase } from './resolver.ts';
import { createRoundQueue, type RoundQueue } from './round-queue.ts';
import { refusalLog, takeRecord } from './take-record.ts';

export { type InitialStateFile, initialStateFiles } from './initial-states.ts';
export type { ResolverPhase } from './resolver.ts';

export interface StateResolverDependencies {
  readonly store: ClickHouseStore;
  readonly log: EventLog;
  readonly cells: CellStore;
  readonly topic: Topic;
  readonly network: Network;
  readonly initialStates: readonly InitialStateFile[];
  /** Asked once for an account whose code or data no block shows; absent: it stays unresolved. */
  readonly source?: StateSource | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly beat?: () => void;
  /** Called after every flush with the rounds of the highest range. */
  readonly onProgress?: (range: { readonly first: number; readonly last: number }) => void;
  readonly onPhase?: (phase: ResolverPhase) => void;
  /** Bytes of blocks of waiting rounds that may be held in memory; more are read from the log again. */
  readonly waitingBytesMax?: number;
  /** As often as rows are written at most. */
  readonly flushIntervalMs?: number;
}

/** As often as rows may be inserted into a table. */
const FLUSH_INTERVAL_MS = 500;
const IDLE_MS = 100;
const WAITING_BYTES_MAX = 128 * 1024 * 1024;

export interface StateResolver {
  /** Resolves when the signal aborts, after a last flush. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Puts the states of accounts together, round by round, and writes what needs more than one block: code, data, and
 * public libraries. One per network: it keeps the live cells, and must see all partitions.
 *
 * Once it is created nothing that is sent can be missed.
 *
 * @throws {StateResolverError} when an initial state is not to be trusted, or the store is another network's
 */
export async function createStateResolver(dependencies: StateResolverDependencies): Promise<StateResolver> {
  const { log, topic } = dependencies;
  const initialStates = loadInitialStates(dependencies.initialStates, dependencies.network);
  const groupId = consumerGroupOf(topic, 'state-resolver');
  const consumer = await log.consumer({
    topic: topic.name,
    groupId,
    batchRecordsMax: 256,
    batchBytesMax: 32 * 1024 * 1024,
  });
  return {
    run: (signal) => {
      const store = patientStore(dependencies.store, { ...dependencies, signal });
      const resolver = createResolver({ ...dependencies, store, initialStates });
      return run(dependencies, { consumer, groupId, resolver }, signal);
    },
  };
}

interface Parts {
  readonly consumer: EventConsumer;
  readonly groupId: string;
  readonly resolver: Resolver;
}

async function run(
  dependencies: StateResolverDependencies,
  { consumer, groupId, resolver }: Parts,
  signal: AbortSignal,
): Promise<void> {
  const { network, log, topic, logger, metrics, beat } = dependencies;
  const { waitingBytesMax = WAITING_BYTES_MAX, flushIntervalMs = FLUSH_INTERVAL_MS } = dependencies;
  const queue = createRoundQueue({
    bytesMax: waitingBytesMax,
    readRecords: (partition, offsets) => beatWhile(readRecords(log, { topic: topic.name, partition, offsets }), beat),
    onRefused: refusalLog(logger),
  });
  const ledger = createPartitionLedger();
  const waiting = metrics.gauge('tonriver_state_rounds_waiting', 'Rounds read but not resolved: behind a hole');
  const exclusively = createTurns();
  const ended = new AbortController();
  const both = AbortSignal.any([signal, ended.signal]);
  const take = (record: LogRecord): void => {
    ledger.add(record.partition, record.offset, takeRecord(record, { network, topic, resolver, queue, logger }));
    // Behind a hole there is no end to what may wait.
    if (queue.byteLength > waitingBytesMax && nextRound(resolver, queue) === undefined) queue.shed();
  };
  await resolver.tidy();
  const backlog = await openBacklog({ log, topic, groupId, resolver, beat });

  /** While rounds can be resolved, reading on would only fill memory. */
  const untilRoom = async (): Promise<void> => {
    beat?.();
    while (queue.byteLength > waitingBytesMax && nextRound(resolver, queue) !== undefined && !both.aborted) {
      await pause(IDLE_MS, both);
    }
  };
  const takeBacklog = async (records: readonly LogRecord[]): Promise<void> => {
    await exclusively(async () => {
      for (const record of records) take(record);
    });
    await untilRoom();
  };
  const takeBatch = async (batch: LogBatch): Promise<void> => {
    await exclusively(async () => {
      const [first] = batch.records;
      if (!ledger.begin(batch) && first !== undefined) queue.forgetFrom(first);
      for (const record of batch.records) take(record);
    });
    await untilRoom();
  };
  /** What was committed comes before what was not: the blocks of a partition are resolved in their order. */
  const read = async (): Promise<void> => {
    await backlog.read(takeBacklog, both);
    if (!both.aborted) await consumer.run(takeBatch, { signal: both });
  };

  /** Where a range is to begin because the log has lost what was before. */
  let startAfterLoss: number | undefined;
  const beginAfterLoss = (): void => {
    startAfterLoss = beginningAfterLoss(queue, topic.partitions);
    if (startAfterLoss !== undefined) queue.startAt(startAfterLoss);
  };
  const giveUpBefore = (seqno: number): void => {
    logger.warn('Rounds are not in the log any more; states are resolved from a later one on', { first: seqno });
    for (const lost of queue.seqnos().filter((other) => other < seqno)) {
      resolver.giveUp(lost);
      queue.forget(lost);
    }
  };

  const pass = async (): Promise<boolean> => {
    if (backlog.isTrimmed && nextRound(resolver, queue) === undefined) beginAfterLoss();
    const flushAtMs = performance.now() + flushIntervalMs;
    const isOver = (): boolean => resolver.isFull || both.aborted || performance.now() >= flushAtMs;
    // At least one of each in every pass, however slow the machine is.
    while (await resolver.applyLoose()) {
      if (isOver()) break;
      await yieldToOthers();
    }
    let seqno = nextRound(resolver, queue);
    for (; seqno !== undefined; seqno = nextRound(resolver, queue)) {
      const round = await queue.read(seqno);
      if (round !== undefined) {
        await resolver.apply(round);
        queue.forget(seqno);
        if (seqno === startAfterLoss) giveUpBefore(seqno);
      }
      if (isOver()) break;
      beat?.();
      await yieldToOthers();
    }
    waiting.set(queue.size);
    await save();
    return seqno !== undefined;
  };

  /** Rows, then the store with its offsets, then the offsets of the log: what is in between is done again. */
  const save = async (): Promise<void> => {
    const done = ledger.takeDone();
    if (resolver.isClean && done.length === 0) return;
    for (const { partition, offset } of done) resolver.putOffset(partition, offset + 1n);
    await resolver.flush();
    await beatWhile(commit(done, logger), beat);
    const top = resolver.ranges.at(-1);
    if (top !== undefined) dependencies.onProgress?.(top);
  };

  const passes = async (): Promise<void> => {
    while (!both.aborted) {
      beat?.();
      const hasMore = await exclusively(pass);
      if (!hasMore) await pause(flushIntervalMs, both);
    }
    await exclusively(save);
  };

  const runs = [read(), passes()];
  const outcomes = await Promise.allSettled(runs.map((running) => running.finally(() => ended.abort())));
  await consumer.close();
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** The round that can be resolved next: one that follows a range, or else the first that begins one. */
function nextRound(resolver: Resolver, queue: RoundQueue): number | undefined {
  const isNext = (seqno: number): boolean => queue.isComplete(seqno) && !resolver.isDone(seqno);
  const following = resolver.ranges.map(({ last }) => last + 1).find(isNext);
  return following ?? queue.rangeStarts().find((seqno) => !resolver.isDone(seqno));
}

async function commit(done: readonly DonePrefix[], logger: Logger): Promise<void> {
  for (const { batch, offset } of done) {
    if (batch?.isCurrent() !== true) continue;
    try {
      await batch.commit(offset);
    } catch (error) {
      if (!(error instanceof EventLogError) || error.code !== 'partition_revoked') throw error;
      // What is not committed is delivered again, and known to be done.
      logger.warn('Offsets could not be committed', { partition: batch.partition, offset });
    }
  }
}

/** Runs one thing after the other, whoever asks: rounds must not change under a pass. */
function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/** Putting states together is all computing: health checks and others need their turn between rounds. */
function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
