export { alteredBlock } from './altered-block.ts';
export { builtSource } from './built-source.ts';
export { type CheckedOutRelease, checkOutRelease } from './checked-out-release.ts';
export { damageDirectory, seededNumbers } from './damage-files.ts';
export { describeCommit, describePart, describeRecorded } from './describe-part.ts';
export { eventually } from './eventually.ts';
export { fetchedFolder } from './fetched-folder.ts';
export { findPart, toolFile } from './find-part.ts';
export { GENESIS, GENESIS_ROUNDS, type GenesisFolder, genesisFolder, mainnet } from './genesis-folder.ts';
export { goProgram, goTool, toolsFolder } from './go-tools/go-tools.ts';
export {
  hangUpClients,
  rawRequest,
} from './hang-ups/hang-up-clients.ts';
export { openDescriptors } from './hang-ups/process-resources.ts';
export { startKafka, type TestKafka } from './kafka/start-kafka.ts';
export { node24Folder } from './node/node-24.ts';
export { type DocumentOperation, documentOperations } from './openapi-generator/document-operations.ts';
export { answerProblems, type DescribedAnswer, documentProblems } from './openapi-generator/document-problems.ts';
export { generateClients } from './openapi-generator/generate-clients.ts';
export {
  CLIENT_LANGUAGES,
  type ClientCall,
  type ClientLanguage,
} from './openapi-generator/generated-client.ts';
export { freePort } from './process/free-port.ts';
export { nodeOptionsOfImage, nodeOptionsOfStart } from './process/node-options.ts';
export { onceAmongProcesses } from './process/once-among-processes.ts';
export { runProgram } from './process/run-program.ts';
export { type SupervisedProcess, startSupervised } from './process/supervised-process.ts';
export { withPrunedAccounts } from './hostile-blocks.ts';
export { namesTwice } from './names-twice.ts';
export { repositoryRoot } from './repository-root.ts';
export { type RecordedBlock, type RecordedData, recordedData } from './recorded-data.ts';
export { answerDirectories, readInChild } from './read-in-child.ts';
export { type BlockNeed, type FileNeed, SOME_TRANSACTION } from './recorded-needs.ts';
export { runService, type RunningService } from './run-service.ts';
export { startRedis, type TestRedis } from './redis/start-redis.ts';
export { tableDigests } from './table-digests.ts';
export { type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts';
export { TestingError } from './testing-error.ts';
export { type WrittenChain, writeChain } from './write-chain.ts';
