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
export { readRecords, type WantedRecords } from './read-records.ts';
export { recordsWaiting } from './records-waiting.ts';
export {
  type ExamineLogOptions,
  examineEmbeddedLog,
  type LogProblem,
} from './embedded/examine-log.ts';
export { type EmbeddedEventLogOptions, openEmbeddedEventLog } from './embedded/open-embedded-event-log.ts';
export { connectKafkaEventLog } from './kafka/connect-kafka-event-log.ts';
export type { KafkaCredentials, KafkaEventLogOptions } from './kafka/kafka-options.ts';
