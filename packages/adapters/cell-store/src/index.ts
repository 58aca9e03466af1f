export type { AddTreeOptions, ShownCell } from './add-tree.ts';
export { type CellBody, dataLengthOf, depthOf, isExotic, refCountOf, refDepthOf, refHashOf } from './cell-body.ts';
export { CellStoreError, type CellStoreErrorCode } from './cell-store-error.ts';
export { type CellProblem, examineCellStore, type ExamineStoreOptions } from './examine-store.ts';
export { type AddedTree, type CellStore, createScratchStore, openCellStore } from './open-cell-store.ts';
export type { ReadTreeOptions } from './read-tree.ts';
