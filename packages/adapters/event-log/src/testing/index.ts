export { createMemoryDisk } from './memory-log-store.ts';
export { openMemoryEventLog } from './open-memory-event-log.ts';
