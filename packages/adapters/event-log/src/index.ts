export { examineEmbeddedLog } from './embedded/examine-log.ts';
export { openEmbeddedEventLog } from './embedded/open-embedded-event-log.ts';
export { connectKafkaEventLog } from './kafka/connect-kafka-event-log.ts';
