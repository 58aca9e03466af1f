import type { Bag } from './bag.ts';
import { cellRefsMax } from './cell-limits.ts';
import type { CellSlice } from './cell-slice.ts';
import { ordinaryType } from './cell-type.ts';
import { FlatCells } from './flat-cells.ts';
import { HashIndex } from './hash-index.ts';
import { firstDescriptor, secondDescriptor } from './representation.ts';
import { writeFlatCells } from './write-flat-cells.ts';

/** Used again for every tree: nothing here outlives a call. */
const cells = new FlatCells();
const index = new HashIndex();
const canonical = { crc: true, index: false };

/**
 * A bag of its own for a cell of a bag and everything below it: the node's canonical bytes (checksum, no index), equal
 * to `writeBag([bag.toCell(cell)])` and without making cells. Throws `boc_bad_merkle`.
 */
export function serializeTree(bag: Bag, cell: number): Uint8Array {
  begin(bag, bag.refCount(cell) === 0 ? [] : [cell]);
  return writeFlatCells(cells, [importCell(bag, cell)], canonical);
}

/** The same for what is left of a slice, as an ordinary cell of its own. */
export function serializeRemainder(slice: CellSlice): Uint8Array {
  const { bag, remainingBits, remainingRefs } = slice;
  const children: number[] = [];
  for (let position = 0; position < remainingRefs; position++) children.push(slice.preloadRef(position));
  begin(bag, children);
  let mask = 0;
  const refs: number[] = [];
  for (const child of children) {
    mask |= bag.levelMask(child);
    refs.push(importCell(bag, child));
  }
  const root = cells.add(firstDescriptor(remainingRefs, false, mask), secondDescriptor(remainingBits));
  const start = cells.dataStart[root]!;
  const end = start + ((remainingBits + 7) >> 3);
  cells.data.fill(0, start, end);
  slice.copyRemainingBits(cells.data, start * 8);
  if ((remainingBits & 7) !== 0) cells.data[end - 1]! |= 0x80 >> (remainingBits & 7);
  for (let position = 0; position < remainingRefs; position++)
    cells.refs[root * cellRefsMax + position] = refs[position]!;
  return writeFlatCells(cells, [root], canonical);
}

function begin(bag: Bag, hashed: readonly number[]): void {
  cells.clear();
  if (hashed.length > 0) bag.hashUnder(hashed);
  index.clear();
}

/** Adds a cell after its children, in order; recursion is as deep as the cells, 1,023 levels at most. */
function importCell(bag: Bag, cell: number): number {
  const { table } = bag;
  const refCount = table.refCounts[cell]!;
  const hash = bag.hash(cell);
  const seen = index.find(hash);
  if (seen >= 0) return seen;
  const refStart = cell * cellRefsMax;
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  if (refCount > 0) first = importCell(bag, table.refs[refStart]!);
  if (refCount > 1) second = importCell(bag, table.refs[refStart + 1]!);
  if (refCount > 2) third = importCell(bag, table.refs[refStart + 2]!);
  if (refCount > 3) fourth = importCell(bag, table.refs[refStart + 3]!);
  const d1 = firstDescriptor(refCount, table.types[cell] !== ordinaryType, table.levelMasks[cell]!);
  const d2 = secondDescriptor(table.bitLengths[cell]!);
  const added = cells.add(d1, d2);
  let target = cells.dataStart[added]!;
  const dataStart = table.dataStart[cell]!;
  for (let at = dataStart; at < dataStart + ((d2 + 1) >> 1); at++) cells.data[target++] = table.bytes[at]!;
  const addedRefs = added * cellRefsMax;
  cells.refs[addedRefs] = first;
  cells.refs[addedRefs + 1] = second;
  cells.refs[addedRefs + 2] = third;
  cells.refs[addedRefs + 3] = fourth;
  index.add(hash, added);
  return added;
}
