export { type Clock, systemClock } from './clock.ts';
export type {
  ConsumerOptions,
  EventConsumer,
  EventLog,
  EventProducer,
  LogBatch,
  LogRecord,
  OutgoingRecord,
  TopicSpecification,
} from './event-log.ts';
export { EventLogError, type EventLogErrorCode } from './event-log-error.ts';
export { createLetterIndex, type LetterIndex } from './letter-index.ts';
export { openStream, type Stream, type StreamOptions } from './open-stream.ts';
export { ok, type Outcome, reject, type Rejection } from './outcome.ts';
export { type PipelineConfig, pipelineConfig, pipelineSettings } from './pipeline-settings.ts';
export { readRecords, type WantedRecords } from './read-records.ts';
export { recordsWaiting } from './records-waiting.ts';
export type { DeadLetterOptions } from './rejected-records.ts';
export { createRoundBuffer, type PlaceInRound, type RoundBuffer } from './round-buffer.ts';
export { startStreamService, type StartedParts, type StreamServiceOptions } from './start-stream-service.ts';
export type { DoneOffset, IsDone, OwnProgress, PartitionHold, PassResult, StreamStep } from './stream-step.ts';
