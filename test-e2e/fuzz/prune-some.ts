import { Cell, prunedBranch } from '@tonriver/boc';

/**
 * The same tree with some of its cells pruned away, as they stand inside `merkleDepth` Merkle cells. The root stays,
 * and so does everything exotic. `isPruned` is asked for every other cell with its distance from the root and a
 * running number.
 */
export function pruneSome(root: Cell, merkleDepth: number, isPruned: (depth: number, index: number) => boolean): Cell {
  let index = 0;
  return visit(root, 0);

  function visit(cell: Cell, depth: number): Cell {
    const number = index++;
    const canPrune = cell.levelMask < 1 << (merkleDepth - 1);
    if (depth > 0 && canPrune && isPruned(depth, number)) return prunedBranch(cell, merkleDepth);
    if (cell.isExotic || cell.refs.length === 0) return cell;
    const refs = cell.refs.map((ref) => visit(ref, depth + 1));
    return new Cell({ bits: cell.bits, bitLength: cell.bitLength, refs });
  }
}
