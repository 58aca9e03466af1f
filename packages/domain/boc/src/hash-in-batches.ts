import { depthBytes, hashBytes } from './cell-limits.ts';
import { type CellTable, tableLayout } from './cell-table.ts';
import { borrowKernel, holdTable, isTableHeld } from './kernel.ts';

/** The scratch memory that the kernel needs. */
const scratchBytesPerHeight = 80;
const scratchBytesPerHash = 12;
/** Heights are depths, of 16 bits, and no way down is longer than there are cells. */
const heightCountMax = 2 ** 16;

/**
 * Computes the hashes of `cells` in the kernel and writes them to `hashes`. Everything below the cells must be among
 * them or known already, and so must the stored hashes of pruned branches be. Returns false, with nothing done, where
 * the kernel cannot be used.
 */
export function hashInBatches(table: CellTable, hashes: Uint8Array, cells: readonly number[]): boolean {
  // A cell refers only to later cells, so hashes before those of the first cell need not be copied.
  let firstCell = table.cellCount - 1;
  for (const cell of cells) if (cell < firstCell) firstCell = cell;
  const firstHash = table.hashStart[firstCell]!;
  const hashCount = table.hashTotal - firstHash;
  const { bytes, depths, cellCount } = table;
  const tableBytes = tableLayout(bytes.length, cellCount).depths;

  const hashesOffset = aligned(tableBytes + depths.length * depthBytes);
  const cellsOffset = hashesOffset + hashCount * hashBytes;
  const scratchOffset = cellsOffset + cells.length * Uint32Array.BYTES_PER_ELEMENT;
  const heightCount = Math.min(cellCount, heightCountMax);
  const scratchBytes = heightCount * scratchBytesPerHeight + hashCount * scratchBytesPerHash;
  const kernel = borrowKernel(scratchOffset + scratchBytes);
  if (kernel === undefined) return false;

  const start = kernel.freeMemoryStart();
  const { buffer } = kernel.memory;
  const own = hashes.subarray(firstHash * hashBytes);
  const computed = new Uint8Array(buffer, start + hashesOffset, own.length);
  if (!isTableHeld(table.serial)) {
    new Uint8Array(buffer, start, tableBytes).set(new Uint8Array(table.memory, 0, tableBytes));
    new Uint16Array(buffer, start + tableBytes, depths.length).set(depths);
    holdTable(table.serial);
  }
  new Uint32Array(buffer, start + cellsOffset, cells.length).set(cells);
  computed.set(own);
  kernel.placeTable(start, bytes.length, cellCount);
  const firstAddress = start + hashesOffset - firstHash * hashBytes;
  kernel.hashCells(start + cellsOffset, cells.length, firstAddress, start + scratchOffset);
  own.set(computed);
  return true;
}

function aligned(offset: number): number {
  return Math.ceil(offset / hashBytes) * hashBytes;
}
