export { Bag } from './bag.ts';
export { BocError, type BocErrorCode } from './boc-error.ts';
export { Cell } from './cell.ts';
export { CellBuilder } from './cell-builder.ts';
export { CellSlice } from './cell-slice.ts';
export type { CellType } from './cell-type.ts';
export { crc32c } from './crc32c.ts';
export { merkleProof, merkleUpdate, prunedBranch } from './exotic-cells.ts';
export { fillPrunedBranches } from './fill-pruned-branches.ts';
export { hashRemainder } from './hash-remainder.ts';
export {
  borrowRemainder,
  borrowTree,
  serializeRemainder,
  serializeTree,
  serializeTrees,
  serializeTreeWithout,
} from './serialize-tree.ts';
export { sha256 } from './sha256.ts';
export { writeBag, type WriteBagOptions } from './write-bag.ts';
