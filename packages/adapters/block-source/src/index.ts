export { type Archive, type ArchiveOptions, type ArchiveSummary, openArchive } from './archive/open-archive.ts';
export { followArchive, type FollowArchiveOptions } from './archive/follow-archive.ts';
export { createLiveMemorySource, type LiveMemorySource } from './memory/live-memory-source.ts';
export { createMemorySource, type MemoryBlock } from './memory/memory-source.ts';
export { BlockSourceError, type BlockSourceErrorCode } from './block-source-error.ts';
export {
  type BlockSourceConfig,
  blockSourceConfig,
  blockSourceSettings,
  openBlockSource,
} from './open-block-source.ts';
