export { createMemoryPendingStore } from './memory-pending-store.ts';
export type { KeptTrace, PendingReader, PendingStore, PendingWriter } from './pending-store.ts';
export { PendingStoreError } from './pending-store-error.ts';
export { type MinedPlace, type PendingPart, type PendingTrace, pendingTrace } from './pending-trace.ts';
