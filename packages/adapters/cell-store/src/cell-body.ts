import { type Bag, Cell, type CellType } from '@tonriver/boc';

/**
 * The stored form of a cell: descriptors and data as they are hashed, then the hash and depth of each reference. Hashes
 * and depths are those of the full cells, without pruned branches.
 *
 * ```text
 * d1:uint8 d2:uint8 data… (hash:bits256 depth:uint16)…
 * ```
 */
export type CellBody = Uint8Array;

const hashBytes = 32;
const depthBytes = 2;
const refBytes = hashBytes + depthBytes;
const refCountMask = 7;
const exoticBit = 8;
const exoticTypes: readonly CellType[] = ['ordinary', 'pruned', 'library', 'merkle_proof', 'merkle_update'];

export function refCountOf(body: CellBody): number {
  return body[0]! & refCountMask;
}

export function isExotic(body: CellBody): boolean {
  return (body[0]! & exoticBit) !== 0;
}

export function dataLengthOf(body: CellBody): number {
  return (body[1]! + 1) >> 1;
}

/** Returns a view of 32 bytes. */
export function refHashOf(body: CellBody, position: number): Uint8Array {
  const start = refStart(body, position);
  return body.subarray(start, start + hashBytes);
}

export function refDepthOf(body: CellBody, position: number): number {
  const start = refStart(body, position) + hashBytes;
  return (body[start]! << 8) | body[start + 1]!;
}

/** Returns the depth of the cell. */
export function depthOf(body: CellBody): number {
  let depth = 0;
  for (let position = 0; position < refCountOf(body); position++) {
    depth = Math.max(depth, refDepthOf(body, position) + 1);
  }
  return depth;
}

/** Returns true when the bytes have the length of a body. */
export function isBody(bytes: Uint8Array): boolean {
  return bytes.length >= 2 && bytes.length === refStart(bytes, refCountOf(bytes));
}

function refStart(body: CellBody, position: number): number {
  return 2 + dataLengthOf(body) + position * refBytes;
}

/**
 * Returns the body of a cell of a bag, `level` Merkle cells deep inside the stored tree. Higher levels come from a
 * Merkle update around the tree and are not part of the cell.
 */
export function bodyOf(bag: Bag, cell: number, level: number): CellBody {
  const { bytes, dataStart, bitLengths } = bag.table;
  const bitLength = bitLengths[cell]!;
  const dataLength = (bitLength + 7) >> 3;
  const refCount = bag.refCount(cell);
  const body = Buffer.allocUnsafe(2 + dataLength + refCount * refBytes);
  const mask = bag.levelMask(cell) & ((1 << level) - 1);
  body[0] = refCount | (bag.isExotic(cell) ? exoticBit : 0) | (mask << 5);
  body[1] = (bitLength >> 3) + dataLength;
  body.set(bytes.subarray(dataStart[cell]!, dataStart[cell]! + dataLength), 2);
  const childLevel = level + (isMerkle(bag, cell) ? 1 : 0);
  let at = 2 + dataLength;
  for (let position = 0; position < refCount; position++, at += refBytes) {
    const ref = bag.ref(cell, position);
    body.set(bag.hash(ref, childLevel), at);
    body.writeUInt16BE(bag.depth(ref, childLevel), at + hashBytes);
  }
  return body;
}

export function isMerkle(bag: Bag, cell: number): boolean {
  const type = bag.cellType(cell);
  return type === 'merkle_proof' || type === 'merkle_update';
}

/** Builds the cell of a body with its referenced cells. Throws `BocError` when it cannot be a cell. */
export function cellOfBody(body: CellBody, refs: readonly Cell[]): Cell {
  const dataLength = dataLengthOf(body);
  const bits = body.subarray(2, 2 + dataLength);
  const type = isExotic(body) ? (exoticTypes[bits[0] ?? 0] ?? 'ordinary') : 'ordinary';
  // A copy, because a cell clears the bits after its own. `slice` of a Buffer does not copy.
  return new Cell({ bits: new Uint8Array(bits), bitLength: bitLengthOf(body, bits), refs, type });
}

/** Returns the number of data bits. With an odd second descriptor the data is padded with a bit 1 and zeros. */
function bitLengthOf(body: CellBody, bits: Uint8Array): number {
  if ((body[1]! & 1) === 0) return bits.length * 8;
  const last = bits[bits.length - 1] ?? 0;
  return bits.length * 8 - 1 - (31 - Math.clz32(last & -last));
}
