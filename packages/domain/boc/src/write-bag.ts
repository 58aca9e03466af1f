import { BocError } from './boc-error.ts';
import type { Cell } from './cell.ts';
import { CellOrder } from './cell-order.ts';
import { cellRefsMax, depthBytes, hashBytes } from './cell-limits.ts';
import { FlatCells } from './flat-cells.ts';
import { hashCount, levelOfHash } from './level-mask.ts';
import { firstDescriptor, secondDescriptor } from './representation.ts';
import { type WriteBagOptions, writeFlatCells } from './write-flat-cells.ts';

export type { WriteBagOptions } from './write-flat-cells.ts';

/** Used again for every bag. */
const order = new CellOrder();

/**
 * Serialises cells as the node does: cells with equal hashes once, in the node's order, with the smallest sizes, by
 * default with a checksum and without an index. Throws `boc_bad_root` without roots.
 */
export function writeBag(roots: readonly Cell[], options: WriteBagOptions = {}): Uint8Array {
  if (roots.length === 0) throw new BocError('boc_bad_root', 'A bag has at least one root');
  const cells = new FlatCells();
  const known: KnownCells = { byIndex: [], byObject: new Map(), byHash: new Map() };
  const indices = roots.map((root) => importCell(cells, known, root));
  if (options.hashes !== true) return writeFlatCells(cells, order, indices, options);
  return writeFlatCells(cells, order, indices, options, (index) => storedHashes(known.byIndex[index]!));
}

/** All hashes of a cell, then all its depths. */
function storedHashes(cell: Cell): Uint8Array {
  const count = hashCount(cell.levelMask);
  const stored = new Uint8Array(count * (hashBytes + depthBytes));
  for (let index = 0; index < count; index++) {
    const level = levelOfHash(cell.levelMask, index);
    const depthStart = count * hashBytes + index * depthBytes;
    stored.set(cell.hash(level), index * hashBytes);
    stored[depthStart] = cell.depth(level) >> 8;
    stored[depthStart + 1] = cell.depth(level);
  }
  return stored;
}

interface KnownCells {
  readonly byIndex: Cell[];
  /** Spares the hash look-up for objects met before. */
  readonly byObject: Map<Cell, number>;
  readonly byHash: Map<string, number>;
}

/** Adds a cell after its children, in order; recursion is as deep as the cells, 1,023 levels at most. */
function importCell(cells: FlatCells, known: KnownCells, cell: Cell): number {
  const sameObject = known.byObject.get(cell);
  if (sameObject !== undefined) {
    cells.shared[sameObject] = 1;
    return sameObject;
  }
  const hash = cell.hash();
  const key = Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('latin1');
  const sameHash = known.byHash.get(key);
  if (sameHash !== undefined) {
    cells.shared[sameHash] = 1;
    return sameHash;
  }
  const refs = cell.refs.map((ref) => importCell(cells, known, ref));
  const d1 = firstDescriptor(refs.length, cell.isExotic, cell.levelMask);
  const index = cells.addOwn(d1, secondDescriptor(cell.bitLength));
  const start = cells.ownDataStart(index);
  cells.data.set(cell.bits, start);
  if ((cell.bitLength & 7) !== 0) cells.data[start + cell.bits.length - 1]! |= 0x80 >> (cell.bitLength & 7);
  for (const [position, ref] of refs.entries()) cells.refs[index * cellRefsMax + position] = ref;
  known.byIndex.push(cell);
  known.byObject.set(cell, index);
  known.byHash.set(key, index);
  return index;
}
