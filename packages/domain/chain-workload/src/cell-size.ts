import type { Cell } from '@tonriver/boc';
import type { StorageUsed } from '@tonriver/chain-model';

/** Counts the cells and bits of a tree. A cell that occurs twice counts twice. */
export function sizeOf(cell: Cell): StorageUsed {
  let size: StorageUsed = { cells: 1, bits: cell.bitLength };
  for (const ref of cell.refs) size = addSizes(size, sizeOf(ref));
  return size;
}

/** Counts the cells and bits below a cell, without the cell itself. Forwarding a message is charged for these. */
export function sizeBelow(cell: Cell): StorageUsed {
  let size: StorageUsed = { cells: 0, bits: 0 };
  for (const ref of cell.refs) size = addSizes(size, sizeOf(ref));
  return size;
}

export function addSizes(left: StorageUsed, right: StorageUsed): StorageUsed {
  return { cells: left.cells + right.cells, bits: left.bits + right.bits };
}
