import { BocError } from './boc-error.ts';
import type { Cell } from './cell.ts';
import { CellBuilder } from './cell-builder.ts';
import { libraryType, merkleProofType, merkleUpdateType, prunedType } from './cell-type.ts';
import { hashCount, levelOfHash } from './level-mask.ts';

/**
 * The pruned branch that stands for a cell inside `merkleDepth` Merkle cells (1, the default, is a plain proof). It
 * has a hash of its own at the level `merkleDepth`, so the cell must lie below that level (`cell_bad_value`).
 *
 * ```text
 * 01 mask:uint8 hash… depth…   (the hashes and depths of the cell at the levels of the mask)
 * ```
 */
export function prunedBranch(cell: Cell, merkleDepth = 1): Cell {
  const added = 1 << (merkleDepth - 1);
  if (merkleDepth < 1 || merkleDepth > 3 || cell.levelMask >= added) {
    throw new BocError('cell_bad_value', 'The cell cannot be pruned at this level', {
      merkleDepth,
      levelMask: cell.levelMask,
    });
  }
  const mask = cell.levelMask | added;
  const builder = new CellBuilder().storeUint(prunedType, 8).storeUint(mask, 8);
  const levels = Array.from({ length: hashCount(mask) - 1 }, (_, index) => levelOfHash(mask, index));
  for (const level of levels) builder.storeBytes(cell.hash(level));
  for (const level of levels) builder.storeUint(cell.depth(level), 16);
  return builder.endExotic('pruned');
}

/** `!merkle_proof#03 {X:Type} virtual_hash:bits256 depth:uint16 virtual_root:^X = MERKLE_PROOF X;` */
export function merkleProof(root: Cell): Cell {
  return new CellBuilder()
    .storeUint(merkleProofType, 8)
    .storeBytes(root.hash(0))
    .storeUint(root.depth(0), 16)
    .storeRef(root)
    .endExotic('merkle_proof');
}

/**
 * `!merkle_update#04 {X:Type} old_hash:bits256 new_hash:bits256 old_depth:uint16 new_depth:uint16 old:^X new:^X
 * = MERKLE_UPDATE X;`
 */
export function merkleUpdate(from: Cell, to: Cell): Cell {
  return new CellBuilder()
    .storeUint(merkleUpdateType, 8)
    .storeBytes(from.hash(0))
    .storeBytes(to.hash(0))
    .storeUint(from.depth(0), 16)
    .storeUint(to.depth(0), 16)
    .storeRef(from)
    .storeRef(to)
    .endExotic('merkle_update');
}

/** A reference to a library by the hash of its cell: `02 hash:bits256`. */
export function libraryReference(hash: Uint8Array): Cell {
  return new CellBuilder().storeUint(libraryType, 8).storeBytes(hash).endExotic('library');
}
