export { type ArchiveSummary, openArchive } from './archive/open-archive.ts';
export { createMemorySource, type MemoryBlock } from './memory-source.ts';
export { compareBlockKeys, blockKeyText, type BlockKey, type BlockSource, type SourceBlock } from './block-source.ts';
export { BlockSourceError, type BlockSourceErrorCode } from './block-source-error.ts';
export type { AccountSource, IntendedCall, MasterchainPoint, SourceAccount } from './accounts/account-source.ts';
export {
  openRecordedAccounts,
  type RecordedAccounts,
  type RecordedAccountsOptions,
  type RecordedCallPlace,
} from './accounts/recorded/open-recorded-accounts.ts';
export type { ReadRecordingsOptions } from './accounts/recorded/read-recordings.ts';
export {
  bytesOrFile as recordedBytesOrFile,
  createNamedFiles,
  type NamedFile,
  type NamedFiles,
} from './accounts/recorded/named-files.ts';
export {
  joinedLibraries,
  libraryCells,
  libraryDictionary,
  type LibrarySet,
  noLibraries,
} from './accounts/recorded/library-set.ts';
export { parseRecording } from './accounts/recorded/parse-recording.ts';
export {
  type RecordedContract,
  type RecordedRecord,
  type RecordedResult,
  recordedRecords,
} from './accounts/recorded/recorded-contracts.ts';
export { shardAccountCell as recordedShardAccount } from './accounts/recorded/recorded-state.ts';
export {
  bagBytes as recordedBagBytes,
  hashBytes as recordedHashBytes,
  integerOf as recordedInteger,
  isBagText as isRecordedBagText,
  type RecordedPlace,
} from './accounts/recorded/recorded-values.ts';
