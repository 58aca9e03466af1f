export { describePart, describeRecorded } from './describe-part.ts';
export { type EventuallyOptions, eventually } from './eventually.ts';
export { type FoundPart, findPart, type Part } from './find-part.ts';
export { startKafka, type TestKafka } from './kafka/start-kafka.ts';
export type { RealServer } from './real-server.ts';
export { type RecordedBlock, type RecordedData, recordedData } from './recorded-data.ts';
export { startRedis, type TestRedis } from './redis/start-redis.ts';
export { type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts';
export { TestingError, type TestingErrorCode } from './testing-error.ts';
