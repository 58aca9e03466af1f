export { createMemoryClickHouse, type MemoryClickHouse } from './memory-click-house.ts';
