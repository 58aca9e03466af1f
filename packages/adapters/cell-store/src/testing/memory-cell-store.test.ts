import { describeCellStore } from '../cell-store-contract.test-support.ts';
import { createMemoryCells, openMemoryCellStore } from './memory-cell-store.ts';

describeCellStore('in memory', () => {
  const cells = createMemoryCells();
  return { open: async () => openMemoryCellStore(cells), remove: () => undefined };
});
