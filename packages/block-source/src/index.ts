export { type ArchiveSummary, openArchive } from './archive/open-archive.ts';
export { createMemorySource, type MemoryBlock } from './memory-source.ts';
export { compareBlockKeys, blockKeyText, type BlockKey, type BlockSource, type SourceBlock } from './block-source.ts';
export { BlockSourceError, type BlockSourceErrorCode } from './block-source-error.ts';
