import { type ClickHouseStore, patientStore } from '@tonriver/clickhouse';
import { consumerGroupOf, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { type Clock, type EventLog, type EventProducer, openStream, systemClock } from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';
import { type ClassifierPhase, createClassifierStep } from './classifier-step.ts';
import { defaultDetectorSilenceMs } from './config.ts';

export type { ClassifierPhase } from './classifier-step.ts';

export interface ActionClassifierDependencies {
  readonly store: ClickHouseStore;
  readonly log: EventLog;
  readonly producer: EventProducer;
  readonly topics: { readonly traces: Topic; readonly tracesDeadLetters: Topic };
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** How long the interface-detector may stand still before traces are classified without it. Default: a minute. */
  readonly detectorSilenceMs?: number;
  readonly beat?: () => void;
  /** Called with the round up to which the traces of all its partitions are classified. */
  readonly onProgress?: (round: number) => void;
  readonly onPhase?: (phase: ClassifierPhase) => void;
  readonly clock?: Clock;
}

export interface ActionClassifier {
  /** Resolves when the signal aborts, after what was begun is written. */
  run(signal: AbortSignal): Promise<void>;
}

/** Records have had one form so far. */
const READER_VERSION = 0;

/** Says what finished traces do, and writes it. Several of them share the partitions of the topic. */
export async function createActionClassifier(dependencies: ActionClassifierDependencies): Promise<ActionClassifier> {
  const { topics, producer, logger, beat, clock = systemClock } = dependencies;
  const { detectorSilenceMs = defaultDetectorSilenceMs } = dependencies;
  const stream = await openStream({
    ...dependencies,
    clock,
    topic: topics.traces,
    groupId: consumerGroupOf(topics.traces, 'action-classifier'),
    batchRecordsMax: 512,
    batchBytesMax: 16 * 1024 * 1024,
    rejectedMessage: 'A record of traces is not readable',
    deadLetters: { topic: topics.tracesDeadLetters, producer, readerVersion: READER_VERSION },
  });
  return {
    run: (signal) =>
      stream.run((running) => {
        const store = patientStore(dependencies.store, { logger, signal: running, clock, beat });
        return createClassifierStep({ ...dependencies, store, clock, signal: running, detectorSilenceMs });
      }, signal),
  };
}
