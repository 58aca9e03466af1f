import type { Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { type Clock, systemClock } from './clock.ts';
import { createOffsetCommits } from './commit-offsets.ts';
import { openCatchUp } from './catch-up.ts';
import type { EventConsumer, EventLog, LogBatch, LogRecord } from './event-log.ts';
import { EventLogError } from './event-log-error.ts';
import { createOffsetLedger } from './offset-ledger.ts';
import { createPassPauses, type PassPauses } from './pass-pauses.ts';
import { createRejectedRecords, type DeadLetterOptions } from './rejected-records.ts';
import type { PartitionAssignment, StreamStep } from './stream-step.ts';

export interface StreamOptions {
  readonly log: EventLog;
  readonly topic: Topic;
  readonly groupId: string;
  readonly batchRecordsMax: number;
  readonly batchBytesMax: number;
  /** The log line of a record that the step rejects. */
  readonly rejectedMessage: string;
  /** Absent: another group writes the dead letters of rejected records. */
  readonly deadLetters?: DeadLetterOptions;
  /** Number of records after which other work may run; 1 where one record takes much computing. */
  readonly recordsPerTurn?: number;
  readonly logger: Logger;
  readonly beat?: (() => void) | undefined;
  readonly clock?: Clock | undefined;
}

/** A member of a consumer group that drives one step. */
export interface Stream {
  /**
   * Drives the step until the signal aborts, then saves the work that is done. May be called once.
   *
   * @param createStep gets a signal that aborts when the stream stops or fails
   */
  run(createStep: (signal: AbortSignal) => StreamStep, signal: AbortSignal): Promise<void>;
}

/** Joins the group: records that are sent from now on are not missed. */
export async function openStream(options: StreamOptions): Promise<Stream> {
  const { log, topic, groupId, batchRecordsMax, batchBytesMax } = options;
  const consumer = await log.consumer({ topic: topic.name, groupId, batchRecordsMax, batchBytesMax });
  return {
    run(createStep, signal) {
      const ended = new AbortController();
      const running = AbortSignal.any([signal, ended.signal]);
      return runStep({ options, consumer, step: createStep(running), running, end: () => ended.abort() });
    },
  };
}

const RECORDS_PER_TURN = 32;
/** Pause before a full step is asked again. */
const FULL_PAUSE_MS = 10;
/** Pause between two counts of the open dead letters. */
const COUNT_INTERVAL_MS = 30_000;

interface Run {
  readonly options: StreamOptions;
  readonly consumer: EventConsumer;
  readonly step: StreamStep;
  /** Aborts when the stream stops or fails. */
  readonly running: AbortSignal;
  readonly end: () => void;
}

/** Runs reading and passes concurrently. They share nothing but the step and the ledger. */
async function runStep({ options, consumer, step, running, end }: Run): Promise<void> {
  const { clock = systemClock, beat, logger } = options;
  const ledger = createOffsetLedger({ hasOwnProgress: step.progress !== undefined });
  const commits = createOffsetCommits({ logger, beat, clock });
  const rejected = createRejectedRecords({ ...options, message: options.rejectedMessage });
  const pauses = createPassPauses(clock);
  const save = async (): Promise<void> => {
    // No `await` between these two calls: the step saves exactly the records that it has taken by now.
    const done = ledger.takeDone();
    await step.save(done);
    commits.add(done);
    await commits.commit();
  };
  const passLoop = async (): Promise<void> => {
    while (!running.aborted) {
      beat?.();
      pauses.beginPass();
      const result = await step.pass();
      if (result.isSaveDue) await save();
      else await commits.commit();
      if (result.pauseMs > 0) await pauses.pause(result, running);
      else await clock.yield();
    }
  };
  const countLoop = async (count: () => Promise<void>): Promise<void> => {
    while (!running.aborted) {
      await count().catch((error: unknown) => {
        if (!(error instanceof EventLogError)) throw error;
        logger.debug('Dead letters could not be counted', { error });
      });
      await clock.pause(COUNT_INTERVAL_MS, running);
    }
  };

  const readLoop = createReadLoop({ options, consumer, step, running }, { ledger, rejected, pauses });
  const work = async (): Promise<void> => {
    await step.begin?.();
    // The first loop that ends stops the others: reading is useless when nothing is saved.
    const loops = [readLoop(), passLoop(), ...(rejected.count === undefined ? [] : [countLoop(rejected.count)])];
    const outcomes = await Promise.allSettled(loops.map((loop) => loop.finally(end)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    await save();
  };
  try {
    await work();
  } finally {
    await consumer.close();
  }
}

interface ReadLoopParts {
  readonly ledger: ReturnType<typeof createOffsetLedger>;
  readonly rejected: ReturnType<typeof createRejectedRecords>;
  readonly pauses: Pick<PassPauses, 'noteRecord'>;
}

/** Creates the loop that gives records to the step, one after the other. */
function createReadLoop(
  { options, consumer, step, running }: Omit<Run, 'end'>,
  { ledger, rejected, pauses }: ReadLoopParts,
): () => Promise<void> {
  const { clock = systemClock, beat, recordsPerTurn = RECORDS_PER_TURN } = options;
  let turnRecords = 0;
  const takeOne = async (record: LogRecord, assignment: PartitionAssignment): Promise<void> => {
    const outcome = step.take(record, assignment);
    pauses.noteRecord();
    if (outcome.kind === 'ok') {
      ledger.add(record, outcome.value);
      return;
    }
    await rejected.reject(record, outcome);
    ledger.add(record, () => true);
  };
  const takeAll = async (records: readonly LogRecord[], assignment: PartitionAssignment): Promise<void> => {
    for (const record of records) {
      while (step.isFull && !running.aborted) {
        beat?.();
        await clock.pause(FULL_PAUSE_MS, running);
      }
      if (running.aborted || !assignment.isCurrent()) return;
      await takeOne(record, assignment);
      beat?.();
      turnRecords += 1;
      if (turnRecords % recordsPerTurn === 0) await clock.yield();
    }
  };
  const takeBatch = async (batch: LogBatch): Promise<void> => {
    const [first] = batch.records;
    if (ledger.begin(batch) && first !== undefined) step.forget?.(batch.partition, first.offset);
    await takeAll(batch.records, batch);
  };
  return async () => {
    if (step.progress !== undefined) {
      // Committed records come before the others: the records of a partition are taken in their order.
      const catchUp = await openCatchUp({ ...options, progress: step.progress });
      await catchUp.read((records) => takeAll(records, { isCurrent: () => true }), running);
    }
    if (!running.aborted) await consumer.run(takeBatch, { signal: running });
  };
}
