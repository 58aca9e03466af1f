// What only tests of other packages need.
export { followArchive } from '../archive/follow-archive.ts';
export { createLiveMemorySource, type LiveMemorySource } from '../memory/live-memory-source.ts';
