export { alteredBlock } from './altered-block.ts';
export { type BuiltSource, builtSource } from './built-source.ts';
export { damageDirectory, seededNumbers } from './damage-files.ts';
export { describePart, describeRecorded } from './describe-part.ts';
export { type EventuallyOptions, eventually } from './eventually.ts';
export { fetchedFolder } from './fetched-folder.ts';
export { type FoundPart, findPart, type Part } from './find-part.ts';
export { GENESIS, GENESIS_ROUNDS, type GenesisFolder, genesisFolder, mainnet } from './genesis-folder.ts';
export {
  HANG_UP_STAGES,
  type HangUpOptions,
  type HangUpStage,
  hangUpClients,
  rawRequest,
} from './hang-ups/hang-up-clients.ts';
export { openDescriptors, residentBytes } from './hang-ups/process-resources.ts';
export { startKafka, type TestKafka } from './kafka/start-kafka.ts';
export { node24Folder } from './node/node-24.ts';
export {
  generatePythonClient,
  type PythonAnswer,
  type PythonCall,
  type PythonClient,
} from './openapi-generator/python-client.ts';
export { freePort } from './process/free-port.ts';
export { runProgram } from './process/run-program.ts';
export { type SupervisedProcess, type SupervisedProgram, startSupervised } from './process/supervised-process.ts';
export { withPrunedAccounts } from './hostile-blocks.ts';
export { namesTwice } from './names-twice.ts';
export type { RealServer } from './real-server.ts';
export { repositoryRoot } from './repository-root.ts';
export { type RecordedBlock, type RecordedData, recordedData } from './recorded-data.ts';
export {
  createSchedule,
  ProcessKilled,
  type Random,
  type Schedule,
  seededRandom,
  type SimulatedClock,
  type SimulatedProcess,
} from './simulation/schedule.ts';
export { readInChild, type ReadInChild } from './read-in-child.ts';
export { type BlockNeed, type FileNeed, type RecordedNeed, SOME_TRANSACTION } from './recorded-needs.ts';
export { startRedis, type TestRedis } from './redis/start-redis.ts';
export { type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts';
export { TestingError, type TestingErrorCode } from './testing-error.ts';
export { type WrittenChain, writeChain } from './write-chain.ts';
