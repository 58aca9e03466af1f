export type { ShownCell } from './add-tree.ts';
export { CellStoreError } from './cell-store-error.ts';
export { examineCellStore } from './examine-store.ts';
export { type CellStore, createScratchStore, openCellStore } from './open-cell-store.ts';
