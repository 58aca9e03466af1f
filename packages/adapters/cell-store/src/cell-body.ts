import { type Bag, Cell, type CellType } from '@tonriver/boc';

/**
 * A cell as it is stored: descriptors and data as they are hashed, then for every reference the hash and the depth of
 * the cell it leads to. Hashes and depths are those of the whole cells, without any pruned branch.
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

/** A view of 32 bytes. */
export function refHashOf(body: CellBody, position: number): Uint8Array {
  const start = refStart(body, position);
  return body.subarray(start, start + hashBytes);
}

export function refDepthOf(body: CellBody, position: number): number {
  const start = refStart(body, position) + hashBytes;
  return (body[start]! << 8) | body[start + 1]!;
}

/** The depth of the cell itself. */
export function depthOf(body: CellBody): number {
  let depth = 0;
  for (let position = 0; position < refCountOf(body); position++) {
    depth = Math.max(depth, refDepthOf(body, position) + 1);
  }
  return depth;
}

/** Whether the bytes can be a body at all. */
export function isBody(bytes: Uint8Array): boolean {
  return bytes.length >= 2 && bytes.length === refStart(bytes, refCountOf(bytes));
}

function refStart(body: CellBody, position: number): number {
  return 2 + dataLengthOf(body) + position * refBytes;
}

/**
 * The body of a cell of a bag, `level` Merkle cells deep inside the tree that is stored: levels above that are the
 * doing of a Merkle update around the tree, and not of the cell.
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

/** The cell of a body, over the cells that its references lead to. Throws `BocError` for what cannot be a cell. */
export function cellOfBody(body: CellBody, refs: readonly Cell[]): Cell {
  const dataLength = dataLengthOf(body);
  const bits = body.subarray(2, 2 + dataLength);
  const type = isExotic(body) ? (exoticTypes[bits[0] ?? 0] ?? 'ordinary') : 'ordinary';
  // A copy of its own: a cell clears what follows its bits, and `slice` of a Buffer would not copy.
  return new Cell({ bits: new Uint8Array(bits), bitLength: bitLengthOf(body, bits), refs, type });
}

/** Data of an odd second descriptor ends with a bit 1 and zeros, which are not part of it. */
function bitLengthOf(body: CellBody, bits: Uint8Array): number {
  if ((body[1]! & 1) === 0) return bits.length * 8;
  const last = bits[bits.length - 1] ?? 0;
  return bits.length * 8 - 1 - (31 - Math.clz32(last & -last));
}
