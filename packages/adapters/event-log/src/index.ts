export {
  type ExamineLogOptions,
  examineEmbeddedLog,
  type LogProblem,
} from './embedded/examine-log.ts';
export { type EmbeddedEventLogOptions, openEmbeddedEventLog } from './embedded/open-embedded-event-log.ts';
export { connectKafkaEventLog } from './kafka/connect-kafka-event-log.ts';
export type { KafkaCredentials, KafkaEventLogOptions } from './kafka/kafka-options.ts';
