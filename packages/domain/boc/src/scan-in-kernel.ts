import type { BagHeader } from './bag-header.ts';
import { depthBytes } from './cell-limits.ts';
import { type CellTable, readAheadBytes, tableLayout, tableOver } from './cell-table.ts';
import { borrowKernel, holdTable } from './kernel.ts';

/** A cell has up to four hashes, each with a depth. */
const depthBytesMax = 4 * depthBytes;
/** A larger bag is read without the kernel, because the kernel needs two more copies of its bytes. */
const scanBytesMax = 32 * 2 ** 20;
/** Depths have 16 bits, so a larger limit has no effect. */
const depthLimitMax = 0xffff;

/**
 * Does the work of `scanCells` and `linkCells` in the kernel. Returns undefined for a malformed bag, for which they
 * give a better error, and when the kernel cannot be used.
 */
export function scanInKernel(bytes: Uint8Array, header: BagHeader, depthMax: number): CellTable | undefined {
  const { cellCount, end } = header;
  const byteLength = end + readAheadBytes;
  const layout = tableLayout(byteLength, cellCount);
  const byteLengthMax = layout.depths + cellCount * depthBytesMax;
  const kernel = byteLengthMax > scanBytesMax ? undefined : borrowKernel(byteLengthMax);
  if (kernel === undefined) return undefined;
  holdTable(0);
  const start = kernel.freeMemoryStart();
  const { buffer } = kernel.memory;
  const input = new Uint8Array(buffer, start, byteLength);
  input.set(end === bytes.length ? bytes : bytes.subarray(0, end));
  input.fill(0, end);
  kernel.placeTable(start, byteLength, cellCount);
  const offsetSize = header.hasIndex ? header.offsetSize : 0;
  const { dataStart, dataEnd, refSize, indexStart, hasCacheBits } = header;
  const hashTotal = kernel.scanCells(dataStart, dataEnd, refSize, indexStart, offsetSize, hasCacheBits);
  if (hashTotal === 0 || kernel.linkCells(Math.min(depthMax, depthLimitMax)) === 0) return undefined;
  const memory = buffer.slice(start, start + layout.depths + hashTotal * depthBytes);
  const table = tableOver(memory, byteLength, cellCount, new Uint16Array(memory, layout.depths, hashTotal));
  holdTable(table.serial);
  return table;
}
