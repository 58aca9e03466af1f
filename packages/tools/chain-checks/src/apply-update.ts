import { Cell } from '@tonriver/boc';
import { hashToHex } from '@tonriver/chain-model';

/**
 * Applies a Merkle update as a node does: parts that the new tree leaves out are taken from the old tree. Returns the
 * whole new state; throws when the update does not start from this state, or a part is in neither tree.
 */
export function applyUpdate(update: Cell, oldState: Cell): Cell {
  const [oldTree, newTree] = update.refs as [Cell, Cell];
  const shown = new Map<string, Cell>();

  function show(tree: Cell, real: Cell): void {
    if (hashToHex(tree.hash(0)) !== hashToHex(real.hash(0))) throw new Error('the old tree is of another state');
    const key = hashToHex(real.hash());
    if (shown.has(key) && tree.type === 'pruned') return;
    shown.set(key, real);
    if (tree.type === 'pruned') return;
    for (const [position, ref] of tree.refs.entries()) show(ref, real.refs[position] as Cell);
  }

  const filled = new Map<Cell, Cell>();
  function fill(tree: Cell): Cell {
    const key = hashToHex(tree.hash(0));
    if (tree.type === 'pruned') {
      const real = shown.get(key);
      if (real === undefined) throw new Error('a pruned cell is not in the old tree');
      return real;
    }
    let cell = filled.get(tree);
    if (cell === undefined) {
      const refs = tree.refs.map(fill);
      cell = shown.get(key) ?? new Cell({ bits: tree.bits, bitLength: tree.bitLength, refs, type: tree.type });
      filled.set(tree, cell);
    }
    if (hashToHex(cell.hash()) !== key || cell.depth() !== tree.depth(0)) throw new Error('a hash does not come out');
    return cell;
  }

  show(oldTree, oldState);
  return fill(newTree);
}
