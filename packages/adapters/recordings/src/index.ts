export {
  openRecordedAccounts,
  type RecordedAccounts,
  type RecordedAccountsOptions,
  type RecordedCallPlace,
} from './open-recorded-accounts.ts';
export { BadRecordingError, type BadRecordingErrorCode } from './bad-recording-error.ts';
export type { ReadRecordingsOptions } from './read-recordings.ts';
export {
  bytesOrFile as recordedBytesOrFile,
  createNamedFiles,
  type NamedFile,
  type NamedFiles,
} from './named-files.ts';
export { joinedLibraries, libraryCells, libraryDictionary, type LibrarySet, noLibraries } from './library-set.ts';
export { parseRecording } from './parse-recording.ts';
export {
  type RecordedContract,
  type RecordedRecord,
  type RecordedResult,
  recordedRecords,
} from './recorded-contracts.ts';
export { shardAccountCell as recordedShardAccount } from './recorded-state.ts';
export {
  bagBytes as recordedBagBytes,
  hashBytes as recordedHashBytes,
  integerOf as recordedInteger,
  isBagText as isRecordedBagText,
  type RecordedPlace,
} from './recorded-values.ts';
