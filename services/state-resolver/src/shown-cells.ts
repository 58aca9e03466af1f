import type { ShownCell } from '@tonriver/cell-store';
import type { Bag } from '@tonriver/boc';
import { hashToHex, type MerkleUpdate } from '@tonriver/chain-model';

/**
 * Returns a look-up of the cells that either side of a state update shows, by their hash in the whole state. A cell
 * that is pruned in one place may be shown in another, and the old side shows the cells that the contracts read.
 */
export function createShownCells(bag: Bag, update: MerkleUpdate): (hash: Uint8Array) => ShownCell | undefined {
  let cells: Map<string, ShownCell> | undefined;
  return (hash) => {
    cells ??= collect(bag, [update.oldRoot, update.newRoot]);
    return cells.get(hashToHex(hash));
  };
}

/**
 * Whether the old side of an update has every cell that is pruned in the new side, at the stated depth. Where it has
 * not, the update cannot be applied to any state.
 */
export function isClosedUpdate(bag: Bag, { oldRoot, newRoot }: MerkleUpdate): boolean {
  const depths = new Map<string, number>();
  for (const { cell, level } of cellsUnder(bag, [oldRoot])) {
    depths.set(hashToHex(bag.hash(cell, level)), bag.depth(cell, level));
  }
  for (const { cell, level, isPruned } of cellsUnder(bag, [newRoot])) {
    if (isPruned && depths.get(hashToHex(bag.hash(cell, level))) !== bag.depth(cell, level)) return false;
  }
  return true;
}

function collect(bag: Bag, roots: readonly number[]): Map<string, ShownCell> {
  const cells = new Map<string, ShownCell>();
  for (const { cell, level, isPruned } of cellsUnder(bag, roots)) {
    if (!isPruned) cells.set(hashToHex(bag.hash(cell, level)), { cell, level });
  }
  return cells;
}

/** A cell has at most so many levels. */
const levelMax = 3;

/** Yields each cell once for every level at which it occurs. Nothing is below a pruned cell. */
function* cellsUnder(bag: Bag, roots: readonly number[]): Generator<ShownCell & { readonly isPruned: boolean }> {
  const seen = new Set<number>();
  const pending = roots.map((cell) => ({ cell, level: 0 }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { cell, level } = next;
    if (level > levelMax || seen.has(cell * (levelMax + 1) + level)) continue;
    seen.add(cell * (levelMax + 1) + level);
    const type = bag.cellType(cell);
    const isPruned = type === 'pruned' && bag.levelMask(cell) >> level !== 0;
    yield { cell, level, isPruned };
    if (isPruned) continue;
    const childLevel = level + (type === 'merkle_proof' || type === 'merkle_update' ? 1 : 0);
    for (let position = 0; position < bag.refCount(cell); position++) {
      pending.push({ cell: bag.ref(cell, position), level: childLevel });
    }
  }
}
