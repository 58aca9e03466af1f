import type { ShownCell } from '@tonriver/cell-store';
import type { Bag } from '@tonriver/boc';
import { hashToHex, type MerkleUpdate } from '@tonriver/chain-model';

/**
 * The cells that either side of a state update shows, by their hash in the whole state: what one place leaves out may
 * be shown in another, and the old side shows what the contracts read.
 */
export function createShownCells(bag: Bag, update: MerkleUpdate): (hash: Uint8Array) => ShownCell | undefined {
  let cells: Map<string, ShownCell> | undefined;
  return (hash) => {
    cells ??= collect(bag, [update.oldRoot, update.newRoot]);
    return cells.get(hashToHex(hash));
  };
}

/** Merkle cells inside a state are rare; deeper than a cell can have levels there is nothing. */
const levelMax = 3;

function collect(bag: Bag, roots: readonly number[]): Map<string, ShownCell> {
  const cells = new Map<string, ShownCell>();
  const seen = new Set<number>();
  const pending = roots.map((cell) => ({ cell, level: 0 }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { cell, level } = next;
    const isLeftOut = bag.cellType(cell) === 'pruned' && bag.levelMask(cell) >> level !== 0;
    if (isLeftOut || level > levelMax || seen.has(cell * (levelMax + 1) + level)) continue;
    seen.add(cell * (levelMax + 1) + level);
    cells.set(hashToHex(bag.hash(cell, level)), next);
    const type = bag.cellType(cell);
    const childLevel = level + (type === 'merkle_proof' || type === 'merkle_update' ? 1 : 0);
    for (let position = 0; position < bag.refCount(cell); position++) {
      pending.push({ cell: bag.ref(cell, position), level: childLevel });
    }
  }
  return cells;
}
