import type { Bag } from './bag.ts';
import { cellRefsMax, hashBytes } from './cell-limits.ts';
import type { CellSlice } from './cell-slice.ts';
import type { CellTable } from './cell-table.ts';
import { ordinaryType } from './cell-type.ts';
import { FlatCells } from './flat-cells.ts';
import { HashIndex } from './hash-index.ts';
import { hashCount } from './level-mask.ts';
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
  cells.clear();
  if (bag.refCount(cell) === 0) return writeFlatCells(cells, [addCell(bag.table, cell)], canonical);
  bag.hashUnder([cell]);
  index.begin(bag.hashTable);
  return writeFlatCells(cells, [importCell(bag.table, cell)], canonical);
}

/** The same for what is left of a slice, as an ordinary cell of its own. */
export function serializeRemainder(slice: CellSlice): Uint8Array {
  const { bag, remainingBits, remainingRefs } = slice;
  cells.clear();
  const refs: number[] = [];
  let mask = 0;
  if (remainingRefs > 0) {
    for (let position = 0; position < remainingRefs; position++) refs.push(slice.preloadRef(position));
    bag.hashUnder(refs);
    index.begin(bag.hashTable);
    for (let position = 0; position < remainingRefs; position++) {
      const child = refs[position]!;
      mask |= bag.table.levelMasks[child]!;
      refs[position] = importCell(bag.table, child);
    }
  }
  const root = cells.add(firstDescriptor(remainingRefs, false, mask), secondDescriptor(remainingBits));
  const start = cells.dataStart[root]!;
  const end = start + ((remainingBits + 7) >> 3);
  cells.data.fill(0, start, end);
  slice.copyRemainingBits(cells.data, start * 8);
  if ((remainingBits & 7) !== 0) cells.data[end - 1]! |= 0x80 >> (remainingBits & 7);
  for (let position = 0; position < remainingRefs; position++) {
    cells.refs[root * cellRefsMax + position] = refs[position]!;
  }
  return writeFlatCells(cells, [root], canonical);
}

/** Adds a cell after its children, in order; recursion is as deep as the cells, 1,023 levels at most. */
function importCell(table: CellTable, cell: number): number {
  const hash = (table.hashStart[cell]! + hashCount(table.levelMasks[cell]!) - 1) * hashBytes;
  const seen = index.find(hash);
  if (seen >= 0) return seen;
  const refStart = cell * cellRefsMax;
  const refCount = table.refCounts[cell]!;
  const first = refCount > 0 ? importCell(table, table.refs[refStart]!) : 0;
  const second = refCount > 1 ? importCell(table, table.refs[refStart + 1]!) : 0;
  const third = refCount > 2 ? importCell(table, table.refs[refStart + 2]!) : 0;
  const fourth = refCount > 3 ? importCell(table, table.refs[refStart + 3]!) : 0;
  const added = addCell(table, cell);
  const addedRefs = added * cellRefsMax;
  cells.refs[addedRefs] = first;
  cells.refs[addedRefs + 1] = second;
  cells.refs[addedRefs + 2] = third;
  cells.refs[addedRefs + 3] = fourth;
  index.add(hash);
  return added;
}

/** Adds descriptors and data of a cell. */
function addCell(table: CellTable, cell: number): number {
  const d1 = firstDescriptor(table.refCounts[cell]!, table.types[cell] !== ordinaryType, table.levelMasks[cell]!);
  const d2 = secondDescriptor(table.bitLengths[cell]!);
  const added = cells.add(d1, d2);
  const { data } = cells;
  const { bytes } = table;
  let target = cells.dataStart[added]!;
  const start = table.dataStart[cell]!;
  const end = start + ((d2 + 1) >> 1);
  for (let at = start; at < end; at++) data[target++] = bytes[at]!;
  return added;
}
