export { createMemoryPendingStore } from './memory/memory-pending-store.ts';
export type { KeptTrace, PendingReader, PendingStore, PendingWriter } from './pending-store.ts';
export { PendingStoreError } from './pending-store-error.ts';
export { type MinedPlace, type PendingPart, type PendingTrace } from './pending-trace.ts';
export { createRedisPendingReader } from './redis/redis-pending-reader.ts';
export { createRedisPendingStore } from './redis/redis-pending-store.ts';
