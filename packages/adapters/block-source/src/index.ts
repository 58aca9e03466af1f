export { appendToPackage, type NewPackageEntry, type PackageAppender } from './archive/append-to-package.ts';
export { openArchive } from './archive/open-archive.ts';
export { createMemorySource, type MemoryBlock } from './memory/memory-source.ts';
export {
  type BlockSourceConfig,
  blockSourceConfig,
  blockSourceSettings,
  openBlockSource,
} from './open-block-source.ts';
