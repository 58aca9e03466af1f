import type { Bag } from '@tonriver/boc';

/** A cell that may break every rule a cell has. */
export interface DraftCell {
  /** Left aligned, zero padded. Never changed: a mutation puts another cell in its place. */
  readonly bits: Uint8Array;
  readonly bitLength: number;
  /** Places in the draft, also of cells that come earlier, or of this one. */
  readonly refs: readonly number[];
  readonly isExotic: boolean;
  /** Level mask to be written instead of the one that follows from the content. */
  readonly forcedMask?: number;
}

/** A bag before it is written. Mutations of its structure change it. */
export interface Draft {
  readonly cells: DraftCell[];
  roots: number[];
}

/** The cells of a bag as a draft. */
export function draftOf(bag: Bag): Draft {
  const cells = Array.from({ length: bag.cellCount }, (_, cell): DraftCell => {
    const bitLength = bag.bitLength(cell);
    return {
      bits: bag.exoticSlice(cell).loadBits(bitLength),
      bitLength,
      refs: Array.from({ length: bag.refCount(cell) }, (_ref, position) => bag.ref(cell, position)),
      isExotic: bag.isExotic(cell),
    };
  });
  return { cells, roots: [...bag.roots] };
}

/** A draft that can be changed without changing this one; cells are shared. */
export function copyDraft({ cells, roots }: Draft): Draft {
  return { cells: cells.slice(), roots: roots.slice() };
}

/** Adds all cells of another draft; returns the place of its first root. */
export function graft(draft: Draft, other: Draft): number {
  const base = draft.cells.length;
  for (const cell of other.cells) draft.cells.push({ ...cell, refs: cell.refs.map((ref) => ref + base) });
  return base + (other.roots[0] ?? 0);
}
