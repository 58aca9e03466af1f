import type { Bag } from './bag.ts';
import { cellRefsMax } from './cell-limits.ts';
import type { CellSlice } from './cell-slice.ts';
import type { CellTable } from './cell-table.ts';
import { ordinaryType } from './cell-type.ts';
import type { DistinctCells } from './distinct-cells.ts';
import { FlatCells } from './flat-cells.ts';
import { PrunedSubtree } from './pruned-subtree.ts';
import { firstDescriptor, secondDescriptor } from './representation.ts';
import { writeFlatCells } from './write-flat-cells.ts';

/** Used again for every tree: nothing here outlives a call. */
const cells = new FlatCells();
const pruned = new PrunedSubtree();
const canonical = { crc: true, index: false };

/**
 * A bag of its own for a cell of a bag and everything below it: the node's canonical bytes (checksum, no index), equal
 * to `writeBag([bag.toCell(cell)])` and without making cells. Throws `boc_bad_merkle`.
 */
export function serializeTree(bag: Bag, cell: number): Uint8Array {
  const { table } = bag;
  cells.clear(table.bytes);
  if (bag.refCount(cell) === 0) return writeFlatCells(cells, [addCell(table, cell)], canonical);
  bag.hashUnder([cell]);
  const places = bag.distinctCells;
  places.beginTree();
  return writeFlatCells(cells, [importCell(table, places, cell)], canonical);
}

/**
 * A tree without one of its subtrees: the canonical bytes of the tree in which every cell with this hash is replaced by
 * a pruned branch (level 1), so that a subtree which is kept elsewhere need not be kept twice. `fillPrunedBranches`
 * puts it back. Undefined when the subtree does not lie below the root, and where a pruned branch could mean something
 * else: in a tree that has levels already, or Merkle cells.
 */
export function serializeTreeWithout(bag: Bag, cell: number, subtree: number): Uint8Array | undefined {
  const { table } = bag;
  if (bag.refCount(cell) === 0 || table.levelMasks[cell] !== 0 || table.levelMasks[subtree] !== 0) return undefined;
  bag.hashUnder([cell, subtree]);
  cells.clear(table.bytes);
  bag.distinctCells.beginTree();
  pruned.begin(bag, subtree);
  try {
    const root = importPruned(table, bag.distinctCells, cell, true);
    return pruned.isMet ? writeFlatCells(cells, [root], canonical) : undefined;
  } finally {
    pruned.end();
  }
}

/** The same for what is left of a slice, as an ordinary cell of its own. */
export function serializeRemainder(slice: CellSlice): Uint8Array {
  const { bag, remainingBits, remainingRefs } = slice;
  const { table } = bag;
  cells.clear(table.bytes);
  const refs: number[] = [];
  let mask = 0;
  if (remainingRefs > 0) {
    for (let position = 0; position < remainingRefs; position++) refs.push(slice.preloadRef(position));
    bag.hashUnder(refs);
    const places = bag.distinctCells;
    places.beginTree();
    for (let position = 0; position < remainingRefs; position++) {
      const child = refs[position]!;
      mask |= table.levelMasks[child]!;
      refs[position] = importCell(table, places, child);
    }
  }
  const root = cells.addOwn(firstDescriptor(remainingRefs, false, mask), secondDescriptor(remainingBits));
  const start = cells.ownDataStart(root);
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
function importCell(table: CellTable, places: DistinctCells, cell: number): number {
  const seen = places.place(cell);
  if (seen >= 0) return seen;
  const refStart = cell * cellRefsMax;
  const refCount = table.refCounts[cell]!;
  const first = refCount > 0 ? importCell(table, places, table.refs[refStart]!) : 0;
  const second = refCount > 1 ? importCell(table, places, table.refs[refStart + 1]!) : 0;
  const third = refCount > 2 ? importCell(table, places, table.refs[refStart + 2]!) : 0;
  const fourth = refCount > 3 ? importCell(table, places, table.refs[refStart + 3]!) : 0;
  const added = addCell(table, cell);
  const addedRefs = added * cellRefsMax;
  cells.refs[addedRefs] = first;
  cells.refs[addedRefs + 1] = second;
  cells.refs[addedRefs + 2] = third;
  cells.refs[addedRefs + 3] = fourth;
  places.add(cell);
  return added;
}

/** As `importCell`, with the subtree replaced where it may be, and the levels that this brings. */
function importPruned(table: CellTable, places: DistinctCells, cell: number, isRoot: boolean): number {
  const seen = places.place(cell);
  if (seen >= 0) return seen;
  const isPruned = !isRoot && pruned.isAt(cell);
  const refStart = cell * cellRefsMax;
  const refCount = isPruned ? 0 : table.refCounts[cell]!;
  if (refCount > 0 && table.types[cell] !== ordinaryType) pruned.refuse();
  const refs = [0, 0, 0, 0];
  let mask = table.levelMasks[cell]!;
  for (let position = 0; position < refCount; position++) {
    const child = importPruned(table, places, table.refs[refStart + position]!, false);
    refs[position] = child;
    mask |= cells.d1[child]! >> 5;
  }
  const added = isPruned ? pruned.add(cells) : addCell(table, cell, mask);
  cells.refs.set(refs, added * cellRefsMax);
  places.add(cell);
  return added;
}

/** Adds descriptors of a cell, whose data stays in the bag. */
function addCell(table: CellTable, cell: number, mask = table.levelMasks[cell]!): number {
  const d1 = firstDescriptor(table.refCounts[cell]!, table.types[cell] !== ordinaryType, mask);
  return cells.add(d1, secondDescriptor(table.bitLengths[cell]!), table.dataStart[cell]!);
}
