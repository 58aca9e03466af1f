import { Cell } from './cell.ts';
import { cellRefsMax } from './cell-limits.ts';
import type { CellTable } from './cell-table.ts';
import { cellTypeName } from './cell-type.ts';

/** Builds the heap cells for a cell of a bag and everything below it; `built` remembers them by cell number. */
export function bagToCells(table: CellTable, root: number, built: Map<number, Cell>): Cell {
  const pending = [root];
  const seen = new Set(pending);
  for (let next = 0; next < pending.length; next++) {
    const cell = pending[next]!;
    if (built.has(cell)) continue;
    for (let position = 0; position < table.refCounts[cell]!; position++) {
      const ref = table.refs[cell * cellRefsMax + position]!;
      if (seen.has(ref)) continue;
      seen.add(ref);
      pending.push(ref);
    }
  }
  // References lead to higher numbers: from the highest down, children come before their parents.
  for (const cell of pending.sort((left, right) => right - left)) {
    if (!built.has(cell)) built.set(cell, buildCell(table, cell, built));
  }
  return built.get(root)!;
}

function buildCell(table: CellTable, cell: number, built: ReadonlyMap<number, Cell>): Cell {
  const bitLength = table.bitLengths[cell]!;
  const start = table.dataStart[cell]!;
  const refs: Cell[] = [];
  for (let position = 0; position < table.refCounts[cell]!; position++) {
    refs.push(built.get(table.refs[cell * cellRefsMax + position]!)!);
  }
  const bits = table.bytes.slice(start, start + ((bitLength + 7) >> 3));
  if ((bitLength & 7) !== 0) bits[bits.length - 1]! &= 0xff00 >> (bitLength & 7);
  return new Cell({ bits, bitLength, refs, type: cellTypeName(table.types[cell]!) });
}
