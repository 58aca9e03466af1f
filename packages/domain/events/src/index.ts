export { EventError } from './event-error.ts';
export { eventBytesOf, type EventRecord } from './event-record.ts';
export { decodeParsedBlock, encodeParsedBlock, type ParsedBlock, type ParsedTransaction } from './parsed-block.ts';
export { decodeRawBlock, encodeRawBlock, faultOfRoundPlace, type RawBlock, type RoundPlace } from './raw-block.ts';
export {
  deadLetterName,
  deadLetterOf,
  type DeadLetter,
  decodeDeadLetter,
  leftOutBytesOf,
  originalOf,
  recordHashOf,
  redrivenMark,
  redrivenOffsetOf,
} from './dead-letter.ts';
export {
  consumerGroupOf,
  partitionOfSeqno,
  type StreamReader,
  type Topic,
  type TopicName,
  topicsOf,
} from './topics.ts';
