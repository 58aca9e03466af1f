export { EventError } from './event-error.ts';
export { eventBytesOf, type EventRecord } from './event-record.ts';
export { decodeExternalMessage, encodeExternalMessage } from './external-message.ts';
export { decodeParsedBlock, encodeParsedBlock, type ParsedBlock, type ParsedTransaction } from './parsed-block.ts';
export { decodeRawBlock, encodeRawBlock, faultOfRoundPlace, type RawBlock, type RoundPlace } from './raw-block.ts';
export {
  decodeResolvedRound,
  encodeResolvedRound,
  RESOLVED_ACCOUNTS_MAX,
  type ResolvedAccount,
  type ResolvedRound,
} from './resolved-round.ts';
export type { BlockPlaces, FinishedTrace } from './finished-trace.ts';
export { decodeRoundTraces, encodeRoundTraces, ROUND_TRACES_WEIGHT_MAX, type RoundTraces } from './round-traces.ts';
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
  MESSAGE_PARTITIONS,
  partitionOfAccount,
  partitionOfSeqno,
  partitionOfTrace,
  type StreamReader,
  type Topic,
  type TopicName,
  TRACE_PARTITIONS,
  topicsOf,
} from './topics.ts';
