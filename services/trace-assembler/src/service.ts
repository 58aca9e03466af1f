import { type ClickHouseStore, patientStore } from '@tonriver/clickhouse';
import { consumerGroupOf, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { type Clock, type EventLog, type EventProducer, openStream, systemClock } from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';
import { createAssemblerStep } from './assembler-step.ts';
import type { TransactionsPerPass } from './pass-pace.ts';

export interface TraceAssemblerDependencies {
  readonly store: ClickHouseStore;
  readonly log: EventLog;
  readonly producer: EventProducer;
  readonly topics: {
    readonly parsedRounds: Topic;
    readonly parsedRoundsDeadLetters: Topic;
    readonly traces: Topic;
  };
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Called at the start with the watermark of before, and after every pass that moved it. */
  readonly onWatermark?: (watermark: { readonly first: number; readonly last: number }) => void;
  readonly beat?: () => void;
  /** Called when the watermark has moved and offsets are not committed yet: for tests that kill the process there. */
  readonly onPhase?: (phase: 'watermark') => void;
  /** Transactions of waiting rounds that are held in memory; others are read from the log again. */
  readonly transactionsHeldMax?: number;
  readonly transactionsPerPass?: TransactionsPerPass;
  readonly clock?: Clock;
}

export interface TraceAssembler {
  /** Resolves when the signal aborts, after a last snapshot and commit. */
  run(signal: AbortSignal): Promise<void>;
}

/** Announcements have had one form so far. */
const READER_VERSION = 0;

/**
 * Orders rounds, assigns trace ids, assembles traces and moves the watermark. One per network. Once it is created
 * nothing that is sent can be missed.
 */
export async function createTraceAssembler(dependencies: TraceAssemblerDependencies): Promise<TraceAssembler> {
  const { topics, producer, logger, beat, clock = systemClock } = dependencies;
  const stream = await openStream({
    ...dependencies,
    clock,
    topic: topics.parsedRounds,
    groupId: consumerGroupOf(topics.parsedRounds, 'trace-assembler'),
    batchRecordsMax: 1000,
    batchBytesMax: 16 * 1024 * 1024,
    rejectedMessage: 'A record of parsed rounds is not readable',
    deadLetters: { topic: topics.parsedRoundsDeadLetters, producer, readerVersion: READER_VERSION },
  });
  return {
    run: (signal) =>
      stream.run((running) => {
        const store = patientStore(dependencies.store, { logger, signal: running, clock, beat });
        return createAssemblerStep({ ...dependencies, store, clock });
      }, signal),
  };
}
