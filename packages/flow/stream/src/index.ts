export { beatWhile } from './beat-while.ts';
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
export { openStream } from './open-stream.ts';
export { ok, type Outcome, reject } from './outcome.ts';
export { type StreamConfig, streamConfig, streamSettings } from './stream-settings.ts';
export { readRecords } from './read-records.ts';
export { recordsWaiting } from './records-waiting.ts';
export { createRoundBuffer } from './round-buffer.ts';
export { startStreamService } from './start-stream-service.ts';
export { createWake, type Wake } from './wake.ts';
export type { EarlyEnd, IsDone, PartitionAssignment, StreamStep } from './stream-step.ts';
