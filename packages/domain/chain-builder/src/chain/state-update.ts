import { Cell, merkleUpdate, prunedBranch } from '@tonriver/boc';
import { hashKey } from './address-prefix.ts';

/**
 * Returns the `MERKLE_UPDATE` cell from one state to the next. Subtrees that both states have are pruned in both, so
 * each cell that is pruned in the new tree is found in the old one, and the new tree shows every cell that the old
 * state does not have. Cells without references are never pruned, as in the node,
 * and the old tree shows the way to each cell that the new state took over, those without references included: an
 * account that kept its code is shown, so the update proves the account's state before the block.
 *
 * The result depends on the two states alone. The cost depends on the cells that only one of them has.
 */
export function writeStateUpdate(from: Cell, to: Cell): Cell {
  const shared = findShared(from, to);
  if (shared.size === 0) return merkleUpdate(from, to);
  return merkleUpdate(showOld(from, shared), showNew(to, shared));
}

/** Cells of one depth, by hash. */
interface Layer {
  readonly old: Map<string, Cell>;
  readonly new: Map<string, Cell>;
}

/**
 * Returns the hashes of the cells that both trees have, without those below such cells. Works by
 * decreasing depth: equal cells have equal depths, and at each depth all cells of that depth under changed cells are
 * known.
 */
function findShared(from: Cell, to: Cell): ReadonlySet<string> {
  const layers: (Layer | undefined)[] = [];
  function add(cell: Cell, side: keyof Layer): void {
    const layer = (layers[cell.depth()] ??= { old: new Map(), new: new Map() });
    layer[side].set(hashKey(cell.hash()), cell);
  }
  function open(cell: Cell, side: keyof Layer): void {
    // A proof that a contract keeps is shared as a whole or not at all: levels change below it.
    if (!cell.isExotic) for (const ref of cell.refs) add(ref, side);
  }
  add(from, 'old');
  add(to, 'new');
  const shared = new Set<string>();
  for (let depth = layers.length - 1; depth >= 0; depth--) {
    const layer = layers[depth];
    if (layer === undefined) continue;
    for (const [key, cell] of layer.new) {
      if (layer.old.delete(key)) shared.add(key);
      else open(cell, 'new');
    }
    for (const cell of layer.old.values()) open(cell, 'old');
    layers[depth] = undefined;
  }
  return shared;
}

/** Shows the ways to the shared cells. Everything else is pruned, except cells without references. */
function showOld(root: Cell, shared: ReadonlySet<string>): Cell {
  const shown = new Map<Cell, Cell>();
  /** True if one of the cells below is shared. */
  const leads = new Map<Cell, boolean>();
  function show(cell: Cell): Cell {
    const known = shown.get(cell);
    if (known !== undefined) return known;
    const isShared = shared.has(hashKey(cell.hash()));
    if (cell.refs.length === 0) {
      leads.set(cell, isShared);
      shown.set(cell, cell);
      return cell;
    }
    const refs = isShared || cell.isExotic ? null : cell.refs.map(show);
    const isWay = refs !== null && cell.refs.some((ref) => leads.get(ref) === true);
    leads.set(cell, isShared || isWay);
    const result = refs !== null && isWay ? withRefs(cell, refs) : prunedBranch(cell);
    shown.set(cell, result);
    return result;
  }
  return show(root);
}

/** Prunes the shared cells. */
function showNew(root: Cell, shared: ReadonlySet<string>): Cell {
  const shown = new Map<Cell, Cell>();
  function show(cell: Cell): Cell {
    if (cell.refs.length === 0) return cell;
    const known = shown.get(cell);
    if (known !== undefined) return known;
    let result = cell;
    if (shared.has(hashKey(cell.hash()))) result = prunedBranch(cell);
    else if (!cell.isExotic) result = withRefs(cell, cell.refs.map(show));
    shown.set(cell, result);
    return result;
  }
  return show(root);
}

function withRefs(cell: Cell, refs: readonly Cell[]): Cell {
  const isSame = refs.every((ref, position) => ref === cell.refs[position]);
  return isSame ? cell : new Cell({ bits: cell.bits, bitLength: cell.bitLength, refs, type: cell.type });
}
