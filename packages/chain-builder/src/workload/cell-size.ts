import type { Cell } from '@tonriver/boc';
import type { StorageUsed } from '@tonriver/chain-model';

/** Sizes of sub-trees that many accounts share, such as code. Small trees are counted every time. */
const known = new WeakMap<Cell, StorageUsed>();

/** Cells and bits of a tree, a cell that occurs twice counted twice. */
export function sizeOf(cell: Cell): StorageUsed {
  if (cell.refs.length === 0) return { cells: 1, bits: cell.bitLength };
  const found = known.get(cell);
  if (found !== undefined) return found;
  const size = cell.refs.map(sizeOf).reduce(addSizes, { cells: 1, bits: cell.bitLength });
  known.set(cell, size);
  return size;
}

/** Cells and bits of everything a cell refers to, without the cell: what forwarding a message is charged for. */
export function sizeBelow(cell: Cell): StorageUsed {
  return cell.refs.map(sizeOf).reduce(addSizes, { cells: 0, bits: 0 });
}

export function addSizes(left: StorageUsed, right: StorageUsed): StorageUsed {
  return { cells: left.cells + right.cells, bits: left.bits + right.bits };
}
