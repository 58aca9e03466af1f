import { type ClickHouseStore, patientStore } from '@tonriver/clickhouse';
import { consumerGroupOf, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { type Clock, type EventLog, type EventProducer, openStream, systemClock } from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';
import type { TvmPool } from '@tonriver/tvm';
import { createDetectorStep, type DetectorPhase } from './detector-step.ts';

export { defaultDetectorPool } from './config.ts';
export type { DetectorPhase } from './detector-step.ts';

export interface InterfaceDetectorDependencies {
  readonly store: ClickHouseStore;
  readonly log: EventLog;
  readonly producer: EventProducer;
  readonly topics: { readonly resolvedRounds: Topic; readonly resolvedRoundsDeadLetters: Topic };
  readonly pool: TvmPool;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly beat?: () => void;
  /** Called with the newest round that was examined. */
  readonly onProgress?: (round: number) => void;
  readonly onPhase?: (phase: DetectorPhase) => void;
  readonly clock?: Clock;
}

export interface InterfaceDetector {
  /** Resolves when the signal aborts, after what was begun is written. */
  run(signal: AbortSignal): Promise<void>;
}

/** Records have had one form so far. */
const READER_VERSION = 0;

/**
 * Finds out what contracts are whose code or data changed, round by round, and writes it. One per network. Once this
 * resolves, no record that is sent can be missed.
 */
export async function createInterfaceDetector(dependencies: InterfaceDetectorDependencies): Promise<InterfaceDetector> {
  const { topics, producer, logger, beat, clock = systemClock } = dependencies;
  const stream = await openStream({
    ...dependencies,
    clock,
    topic: topics.resolvedRounds,
    groupId: consumerGroupOf(topics.resolvedRounds, 'interface-detector'),
    batchRecordsMax: 256,
    batchBytesMax: 16 * 1024 * 1024,
    rejectedMessage: 'A record of resolved rounds is not readable',
    deadLetters: { topic: topics.resolvedRoundsDeadLetters, producer, readerVersion: READER_VERSION },
  });
  return {
    run: (signal) =>
      stream.run((running) => {
        const store = patientStore(dependencies.store, { logger, signal: running, clock, beat });
        return createDetectorStep({ ...dependencies, store, clock, signal: running });
      }, signal),
  };
}
