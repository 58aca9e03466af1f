import { cellRefsMax, depthBytes, hashBytes } from './cell-limits.ts';
import { type CellTable, tableLayout, tableOver } from './cell-table.ts';
import { borrowKernel, holdTable, isTableHeld } from './kernel.ts';

/** The scratch memory that the kernel needs. */
const scratchBytesPerHeight = 80;
const scratchBytesPerHash = 12;
/** Heights are depths, of 16 bits, and no way down is longer than there are cells. */
const heightCountMax = 2 ** 16;

/** Cells of one table whose hashes are wanted, and where its hashes are written. */
export interface HashingJob {
  readonly table: CellTable;
  readonly hashes: Uint8Array;
  readonly cells: readonly number[];
}

/**
 * Computes the hashes of `cells` in the kernel and writes them to `hashes`. Everything below the cells must be among
 * them or known already, and so must the stored hashes of pruned branches be. Returns false, with nothing done, where
 * the kernel cannot be used.
 */
export function hashInBatches({ table, hashes, cells }: HashingJob): boolean {
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
  const kernel = borrowKernel(scratchOffset + scratchBytes(cellCount, hashCount));
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

/**
 * As `hashInBatches` for cells of several tables at once: a table of few cells has few of one height, and the kernel
 * hashes four at a time. The tables are put one behind the other, so that for the kernel they are one.
 */
export function hashTablesInBatches(jobs: readonly HashingJob[]): boolean {
  const total = { bytes: 0, cells: 0, hashes: 0, wanted: 0 };
  for (const { table, cells } of jobs) {
    total.bytes += table.bytes.length;
    total.cells += table.cellCount;
    total.hashes += table.hashTotal;
    total.wanted += cells.length;
  }
  const layout = tableLayout(total.bytes, total.cells);
  const hashesOffset = aligned(layout.depths + total.hashes * depthBytes);
  const cellsOffset = hashesOffset + total.hashes * hashBytes;
  const scratchOffset = cellsOffset + total.wanted * Uint32Array.BYTES_PER_ELEMENT;
  const kernel = borrowKernel(scratchOffset + scratchBytes(total.cells, total.hashes));
  if (kernel === undefined) return false;

  const start = kernel.freeMemoryStart();
  const { buffer } = kernel.memory;
  holdTable(0);
  const bytes = new Uint8Array(buffer, start, total.bytes);
  const depths = new Uint16Array(buffer, start + layout.depths, total.hashes);
  const joined = tableOver(buffer, total.bytes, total.cells, depths, start);
  const hashes = new Uint8Array(buffer, start + hashesOffset, total.hashes * hashBytes);
  const wanted = new Uint32Array(buffer, start + cellsOffset, total.wanted);
  const first = { byte: 0, cell: 0, hash: 0, wanted: 0 };
  for (const job of jobs) {
    const { table } = job;
    bytes.set(table.bytes, first.byte);
    depths.set(table.depths, first.hash);
    joined.bitLengths.set(table.bitLengths, first.cell);
    joined.refCounts.set(table.refCounts, first.cell);
    joined.types.set(table.types, first.cell);
    joined.levelMasks.set(table.levelMasks, first.cell);
    copyAdding(table.dataStart, joined.dataStart, first.cell, first.byte);
    copyAdding(table.hashStart, joined.hashStart, first.cell, first.hash);
    copyAdding(table.refs, joined.refs, first.cell * cellRefsMax, first.cell);
    copyAdding(job.cells, wanted, first.wanted, first.cell);
    hashes.set(job.hashes, first.hash * hashBytes);
    first.byte += table.bytes.length;
    first.cell += table.cellCount;
    first.hash += table.hashTotal;
    first.wanted += job.cells.length;
  }
  kernel.placeTable(start, total.bytes, total.cells);
  kernel.hashCells(start + cellsOffset, total.wanted, start + hashesOffset, start + scratchOffset);
  let hash = 0;
  for (const { table, hashes: own } of jobs) {
    own.set(hashes.subarray(hash, hash + table.hashTotal * hashBytes));
    hash += table.hashTotal * hashBytes;
  }
  return true;
}

function copyAdding(from: ArrayLike<number>, to: Uint32Array, start: number, added: number): void {
  for (let at = 0; at < from.length; at++) to[start + at] = from[at]! + added;
}

function scratchBytes(cellCount: number, hashCount: number): number {
  return Math.min(cellCount, heightCountMax) * scratchBytesPerHeight + hashCount * scratchBytesPerHash;
}

function aligned(offset: number): number {
  return Math.ceil(offset / hashBytes) * hashBytes;
}
