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
