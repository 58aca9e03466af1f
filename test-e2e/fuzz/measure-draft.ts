import type { Draft, DraftCell } from './draft.ts';

const prunedTag = 1;
const libraryTag = 2;
const proofTag = 3;
const updateTag = 4;
const levels = 4;

/** How many references a Merkle cell of a right shape has; 0 for any other cell. */
export function merkleRefCount({ isExotic, bits, bitLength, refs }: DraftCell): number {
  if (!isExotic) return 0;
  if (bits[0] === proofTag && bitLength === 280 && refs.length === 1) return 1;
  return bits[0] === updateTag && bitLength === 552 && refs.length === 2 ? 2 : 0;
}

/**
 * Level masks by cell, and depths by cell and level 0 … 3, as they follow from the content: written here a second time,
 * from the rules alone, so that mutated bags pass the checks that would hide the readers behind them.
 */
export function measureDraft(
  draft: Draft,
  parentsFirst: readonly number[],
): { readonly masks: Uint8Array; readonly depths: Uint32Array } {
  const masks = new Uint8Array(draft.cells.length);
  const depths = new Uint32Array(draft.cells.length * levels);
  for (let index = parentsFirst.length - 1; index >= 0; index--) {
    const number = parentsFirst[index] as number;
    const cell = draft.cells[number] as DraftCell;
    const tag = cell.isExotic ? (cell.bits[0] ?? 0) : 0;
    let mask = 0;
    for (const ref of cell.refs) mask |= masks[ref] as number;
    if (tag === prunedTag) mask = (cell.bits[1] ?? 0) & 7;
    else if (tag === libraryTag) mask = 0;
    else if (tag === proofTag || tag === updateTag) mask >>= 1;
    masks[number] = cell.forcedMask ?? mask;
    for (let level = 0; level < levels; level++) {
      depths[number * levels + level] =
        tag === prunedTag ? prunedDepth(cell, mask, level) : depthBelow(cell, depths, tag, level);
    }
  }
  return { masks, depths };
}

function depthBelow(cell: DraftCell, depths: Uint32Array, tag: number, level: number): number {
  const below = tag === proofTag || tag === updateTag ? Math.min(levels - 1, level + 1) : level;
  let depth = 0;
  for (const ref of cell.refs) depth = Math.max(depth, (depths[ref * levels + below] as number) + 1);
  return depth;
}

function prunedDepth({ bits }: DraftCell, mask: number, level: number): number {
  const index = bitCount(mask & ((1 << level) - 1));
  const count = bitCount(mask);
  if (index >= count) return 0;
  const at = 2 + count * 32 + index * 2;
  return ((bits[at] ?? 0) << 8) | (bits[at + 1] ?? 0);
}

function bitCount(mask: number): number {
  return (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1);
}
