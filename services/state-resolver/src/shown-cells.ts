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

/**
 * Whether everything that the new side of an update leaves out is in the old side, at the depth that is stated: else no
 * state makes a new state of it.
 */
export function isClosedUpdate(bag: Bag, { oldRoot, newRoot }: MerkleUpdate): boolean {
  const depths = new Map<string, number>();
  for (const { cell, level } of cellsUnder(bag, [oldRoot])) {
    depths.set(hashToHex(bag.hash(cell, level)), bag.depth(cell, level));
  }
  for (const { cell, level, isLeftOut } of cellsUnder(bag, [newRoot])) {
    if (isLeftOut && depths.get(hashToHex(bag.hash(cell, level))) !== bag.depth(cell, level)) return false;
  }
  return true;
}

function collect(bag: Bag, roots: readonly number[]): Map<string, ShownCell> {
  const cells = new Map<string, ShownCell>();
  for (const { cell, level, isLeftOut } of cellsUnder(bag, roots)) {
    if (!isLeftOut) cells.set(hashToHex(bag.hash(cell, level)), { cell, level });
  }
  return cells;
}

/** Merkle cells inside a state are rare; deeper than a cell can have levels there is nothing. */
const levelMax = 3;

/** Each cell once at every level at which it stands; what stands below one that is left out is not there. */
function* cellsUnder(bag: Bag, roots: readonly number[]): Generator<ShownCell & { readonly isLeftOut: boolean }> {
  const seen = new Set<number>();
  const pending = roots.map((cell) => ({ cell, level: 0 }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { cell, level } = next;
    if (level > levelMax || seen.has(cell * (levelMax + 1) + level)) continue;
    seen.add(cell * (levelMax + 1) + level);
    const type = bag.cellType(cell);
    const isLeftOut = type === 'pruned' && bag.levelMask(cell) >> level !== 0;
    yield { cell, level, isLeftOut };
    if (isLeftOut) continue;
    const childLevel = level + (type === 'merkle_proof' || type === 'merkle_update' ? 1 : 0);
    for (let position = 0; position < bag.refCount(cell); position++) {
      pending.push({ cell: bag.ref(cell, position), level: childLevel });
    }
  }
}
