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
export { type PipelineConfig, pipelineConfig, pipelineSettings } from './pipeline-settings.ts';
export { readRecords, type WantedRecords } from './read-records.ts';
export { recordsWaiting } from './records-waiting.ts';
