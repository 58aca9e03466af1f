// Exports for tests of other packages.
export { followArchive } from '../archive/follow-archive.ts';
export { createLiveMemorySource, type LiveMemorySource } from '../memory/live-memory-source.ts';
