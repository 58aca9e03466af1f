import type { Cell } from '@tonriver/boc';
import type { StorageUsed } from '@tonriver/chain-model';

/** Cells and bits of a tree, a cell that occurs twice counted twice. */
export function sizeOf(cell: Cell): StorageUsed {
  let size: StorageUsed = { cells: 1, bits: cell.bitLength };
  for (const ref of cell.refs) size = addSizes(size, sizeOf(ref));
  return size;
}

/** Cells and bits of everything a cell refers to, without the cell: what forwarding a message is charged for. */
export function sizeBelow(cell: Cell): StorageUsed {
  let size: StorageUsed = { cells: 0, bits: 0 };
  for (const ref of cell.refs) size = addSizes(size, sizeOf(ref));
  return size;
}

export function addSizes(left: StorageUsed, right: StorageUsed): StorageUsed {
  return { cells: left.cells + right.cells, bits: left.bits + right.bits };
}
