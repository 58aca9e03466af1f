import { Cell } from './cell.ts';

/** Offset of the hash in the data of a pruned branch of level 1. */
const hashStart = 2;
const hashEnd = 34;

/**
 * Puts a subtree back where `serializeTreeWithout` took it out: every pruned branch of level 1 that names its hash is
 * replaced; other cells stay as they are, shared where they were shared.
 */
export function fillPrunedBranches(tree: Cell, subtree: Cell): Cell {
  const hash = subtree.hash();
  const filled = new Map<Cell, Cell>();
  const fill = (cell: Cell): Cell => {
    if (cell.type === 'pruned' && cell.levelMask === 1 && isSame(cell.bits, hash)) return subtree;
    if (cell.levelMask === 0 || cell.refs.length === 0) return cell;
    const known = filled.get(cell);
    if (known !== undefined) return known;
    const { bits, bitLength, type } = cell;
    const made = new Cell({ bits, bitLength, type, refs: cell.refs.map(fill) });
    filled.set(cell, made);
    return made;
  };
  return fill(tree);
}

function isSame(bits: Uint8Array, hash: Uint8Array): boolean {
  return Buffer.compare(bits.subarray(hashStart, hashEnd), hash) === 0;
}
