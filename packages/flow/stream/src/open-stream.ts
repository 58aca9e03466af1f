import type { Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { type Clock, systemClock } from './clock.ts';
import { createOffsetCommits } from './commit-offsets.ts';
import { openCommittedBefore } from './committed-before.ts';
import type { EventConsumer, EventLog, LogBatch, LogRecord } from './event-log.ts';
import { EventLogError } from './event-log-error.ts';
import { createOffsetLedger } from './offset-ledger.ts';
import { createRejectedRecords, type DeadLetterOptions } from './rejected-records.ts';
import type { PartitionHold, StreamStep } from './stream-step.ts';

export interface StreamOptions {
  readonly log: EventLog;
  readonly topic: Topic;
  readonly groupId: string;
  readonly batchRecordsMax: number;
  readonly batchBytesMax: number;
  /** The log line of a record that the step rejects. */
  readonly rejectedMessage: string;
  /** Absent: rejected records are left to another group, which buries them. */
  readonly deadLetters?: DeadLetterOptions;
  /** Records after which others have their turn; 1 where a record is a lot of computing. */
  readonly recordsPerTurn?: number;
  readonly logger: Logger;
  readonly beat?: (() => void) | undefined;
  readonly clock?: Clock | undefined;
}

/** A place in a group of readers. */
export interface Stream {
  /**
   * Drives the step until the signal aborts, and saves then what is in hand. Once per stream.
   *
   * @param createStep is given a signal that aborts with the stop, and with whatever fails first
   */
  run(createStep: (signal: AbortSignal) => StreamStep, signal: AbortSignal): Promise<void>;
}

/** Once it is open nothing that is sent can be missed. */
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
/** So often a step that is full is asked again. */
const FULL_PAUSE_MS = 10;
/** So often dead letters are counted. */
const COUNT_INTERVAL_MS = 30_000;

interface Run {
  readonly options: StreamOptions;
  readonly consumer: EventConsumer;
  readonly step: StreamStep;
  /** Aborts with the stop, and with whatever fails first. */
  readonly running: AbortSignal;
  readonly end: () => void;
}

/** Reading and passes, side by side: they meet in the step and in the ledger, and nowhere else. */
async function runStep({ options, consumer, step, running, end }: Run): Promise<void> {
  const { clock = systemClock, beat, logger } = options;
  const ledger = createOffsetLedger({ hasOwnProgress: step.progress !== undefined });
  const commits = createOffsetCommits({ logger, beat });
  const rejected = createRejectedRecords({ ...options, message: options.rejectedMessage });
  const save = async (): Promise<void> => {
    // In one turn: what the step has taken by now, and no more, is what it saves.
    const done = ledger.takeDone();
    await step.save(done);
    commits.add(done);
    await commits.commit();
  };
  const passes = async (): Promise<void> => {
    while (!running.aborted) {
      beat?.();
      const { pauseMs, isSaveDue } = await step.pass();
      if (isSaveDue) await save();
      else await commits.commit();
      if (pauseMs > 0) await clock.pause(pauseMs, running);
      else await clock.yield();
    }
  };
  const countings = async (count: () => Promise<void>): Promise<void> => {
    while (!running.aborted) {
      await count().catch((error: unknown) => {
        if (!(error instanceof EventLogError)) throw error;
        logger.debug('Dead letters could not be counted', { error });
      });
      await clock.pause(COUNT_INTERVAL_MS, running);
    }
  };

  const read = createReading({ options, consumer, step, running }, { ledger, rejected });
  const work = async (): Promise<void> => {
    await step.begin?.();
    // Whichever ends first takes the others along: rows that nobody saves help nobody.
    const loops = [read(), passes(), ...(rejected.count === undefined ? [] : [countings(rejected.count)])];
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

interface ReadingParts {
  readonly ledger: ReturnType<typeof createOffsetLedger>;
  readonly rejected: ReturnType<typeof createRejectedRecords>;
}

/** Hands records to the step, one after the other. */
function createReading(
  { options, consumer, step, running }: Omit<Run, 'end'>,
  { ledger, rejected }: ReadingParts,
): () => Promise<void> {
  const { clock = systemClock, beat, recordsPerTurn = RECORDS_PER_TURN } = options;
  let turnRecords = 0;
  const takeOne = async (record: LogRecord, hold: PartitionHold): Promise<void> => {
    const outcome = step.take(record, hold);
    if (outcome.kind === 'ok') {
      ledger.add(record, outcome.value);
      return;
    }
    await rejected.reject(record, outcome);
    ledger.add(record, () => true);
  };
  const takeAll = async (records: readonly LogRecord[], hold: PartitionHold): Promise<void> => {
    for (const record of records) {
      while (step.isFull && !running.aborted) {
        beat?.();
        await clock.pause(FULL_PAUSE_MS, running);
      }
      if (running.aborted || !hold.isCurrent()) return;
      await takeOne(record, hold);
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
      // What was committed comes before what was not: the records of a partition are taken in their order.
      const before = await openCommittedBefore({ ...options, progress: step.progress });
      await before.read((records) => takeAll(records, { isCurrent: () => true }), running);
    }
    if (!running.aborted) await consumer.run(takeBatch, { signal: running });
  };
}
