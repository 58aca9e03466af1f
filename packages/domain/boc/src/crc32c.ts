import { borrowKernel, type Kernel } from './kernel.ts';

/** For shorter inputs, copying to the kernel takes longer than it saves. */
const kernelBytesMin = 1024;

/** Tables for sixteen bytes at a time: row k is the checksum of a byte followed by k zero bytes. */
const rowCount = 16;
const tables = buildTables();

function buildTables(): Int32Array {
  const rows = new Int32Array(rowCount * 256);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
    rows[byte] = value;
  }
  for (let at = 256; at < rows.length; at++) {
    const shorter = rows[at - 256]!;
    rows[at] = (shorter >>> 8) ^ rows[shorter & 0xff]!;
  }
  return rows;
}

/**
 * CRC-32C (Castagnoli, reflected polynomial 0x82F63B78) of `bytes[start … end)` as an unsigned number.
 * A bag of cells stores it little-endian over everything before it.
 */
export function crc32c(bytes: Uint8Array, start = 0, end = bytes.length): number {
  return crc32cOfView(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), start, end);
}

/** Computes the same, for callers that already have a view. */
export function crc32cOfView(view: DataView, start: number, end: number): number {
  const kernel = end - start < kernelBytesMin ? undefined : borrowKernel(0);
  return ~(kernel === undefined ? sumByTables(view, start, end) : sumInKernel(kernel, view, start, end)) >>> 0;
}

function sumInKernel(kernel: Kernel, view: DataView, start: number, end: number): number {
  const input = new Uint8Array(kernel.memory.buffer, kernel.checksumInput(), kernel.checksumInputLength());
  let register = -1;
  for (let at = start; at < end; at += input.length) {
    const length = Math.min(input.length, end - at);
    input.set(new Uint8Array(view.buffer, view.byteOffset + at, length));
    register = kernel.addToChecksum(register, length);
  }
  return register;
}

function sumByTables(view: DataView, start: number, end: number): number {
  const table = tables;
  let crc = -1;
  let at = start;
  for (const wideEnd = end - 15; at < wideEnd; at += 16) {
    const first = view.getInt32(at, true) ^ crc;
    const second = view.getInt32(at + 4, true);
    const third = view.getInt32(at + 8, true);
    const fourth = view.getInt32(at + 12, true);
    crc =
      table[0xf00 + (first & 0xff)]! ^
      table[0xe00 + ((first >>> 8) & 0xff)]! ^
      table[0xd00 + ((first >>> 16) & 0xff)]! ^
      table[0xc00 + (first >>> 24)]! ^
      table[0xb00 + (second & 0xff)]! ^
      table[0xa00 + ((second >>> 8) & 0xff)]! ^
      table[0x900 + ((second >>> 16) & 0xff)]! ^
      table[0x800 + (second >>> 24)]! ^
      table[0x700 + (third & 0xff)]! ^
      table[0x600 + ((third >>> 8) & 0xff)]! ^
      table[0x500 + ((third >>> 16) & 0xff)]! ^
      table[0x400 + (third >>> 24)]! ^
      table[0x300 + (fourth & 0xff)]! ^
      table[0x200 + ((fourth >>> 8) & 0xff)]! ^
      table[0x100 + ((fourth >>> 16) & 0xff)]! ^
      table[fourth >>> 24]!;
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ table[(crc ^ view.getUint8(at)) & 0xff]!;
  return crc;
}
