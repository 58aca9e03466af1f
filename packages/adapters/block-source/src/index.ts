export { openArchive } from './archive/open-archive.ts';
export { followArchive } from './archive/follow-archive.ts';
export { createLiveMemorySource, type LiveMemorySource } from './memory/live-memory-source.ts';
export { createMemorySource, type MemoryBlock } from './memory/memory-source.ts';
export {
  type BlockSourceConfig,
  blockSourceConfig,
  blockSourceSettings,
  openBlockSource,
} from './open-block-source.ts';
