export {
  openRecordedAccounts,
  type RecordedAccounts,
  type RecordedCallPlace,
} from './open-recorded-accounts.ts';
export { BadRecordingError } from './bad-recording-error.ts';
export {
  bytesOrFile as recordedBytesOrFile,
  createNamedFiles,
  type NamedFiles,
} from './named-files.ts';
export { joinedLibraries, libraryCells, libraryDictionary } from './library-set.ts';
export { parseRecording } from './parse-recording.ts';
export {
  type RecordedContract,
  type RecordedResult,
  recordedRecords,
} from './recorded-contracts.ts';
export { shardAccountCell as recordedShardAccount } from './recorded-state.ts';
export {
  bagBytes as recordedBagBytes,
  hashBytes as recordedHashBytes,
  type RecordedPlace,
} from './recorded-values.ts';
