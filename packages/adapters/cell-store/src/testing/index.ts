export { createMemoryCells, type MemoryCells, openMemoryCellStore } from './memory-cell-store.ts';
