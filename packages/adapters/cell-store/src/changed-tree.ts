import { type Cell, CellBuilder } from '@tonriver/boc';
import { type CellBody, cellOfBody, depthOf, isExotic, refCountOf, refDepthOf, refHashOf } from './cell-body.ts';
import { dataLengthOf } from './cell-body.ts';
import { type CellLedger, keyOf } from './cell-ledger.ts';
import { cellMissing } from './cell-store-error.ts';
import { checkedCell, readTree, type ReadTreeOptions } from './read-tree.ts';

/** Size of a pruned branch: pruning a leaf of at most this size saves nothing. */
const prunedDataBytes = 36;

/** Visited cells of one depth in the new and in the old tree: key → hash. */
interface Layer {
  readonly added: Map<string, Uint8Array>;
  readonly gone: Map<string, Uint8Array>;
}

/**
 * Returns the new tree with pruned branches of level 1 for the subtrees that it shares with the old one. Both trees
 * must be stored, and their roots must differ.
 *
 * Visits the cells that only one of the trees has, and their direct references.
 */
export function changedTree(
  ledger: CellLedger,
  trees: { readonly from: Uint8Array; readonly to: Uint8Array },
  options: ReadTreeOptions,
): Cell {
  const shared = findShared(ledger, trees);
  const made = new Map<string, Cell>();

  /** The recursion is as deep as the tree. */
  const build = (hash: Uint8Array, depth: number): Cell => {
    const key = keyOf(hash);
    const known = made.get(key);
    if (known !== undefined) return known;
    const cell = make(hash, depth, shared.has(key));
    made.set(key, cell);
    return cell;
  };
  const make = (hash: Uint8Array, depth: number, isShared: boolean): Cell => {
    const body = bodyAt(ledger, hash);
    if (isShared && (refCountOf(body) > 0 || dataLengthOf(body) > prunedDataBytes)) return branch(hash, depth);
    // A Merkle cell is not pruned, because levels change below it.
    if (isExotic(body)) return readTree(ledger, hash, options);
    const refs: Cell[] = [];
    for (let position = 0; position < refCountOf(body); position++) {
      refs.push(build(refHashOf(body, position), refDepthOf(body, position)));
    }
    return checkedCell(hash, () => cellOfBody(body, refs));
  };
  return make(trees.to, depthOf(bodyAt(ledger, trees.to)), false);
}

/**
 * Returns the keys of the subtrees that both trees have. Works by decreasing depth, because equal cells have equal
 * depths: at each depth, all cells of that depth under changed cells are known.
 */
function findShared(
  ledger: CellLedger,
  { from, to }: { readonly from: Uint8Array; readonly to: Uint8Array },
): ReadonlySet<string> {
  const layers = new Map<number, Layer>();
  const layerAt = (depth: number): Layer => {
    const layer = layers.get(depth) ?? { added: new Map(), gone: new Map() };
    layers.set(depth, layer);
    return layer;
  };
  const expand = (hash: Uint8Array, side: keyof Layer): void => {
    const body = bodyAt(ledger, hash);
    if (isExotic(body)) return;
    for (let position = 0; position < refCountOf(body); position++) {
      const child = refHashOf(body, position);
      layerAt(refDepthOf(body, position))[side].set(keyOf(child), child);
    }
  };
  const newDepth = depthOf(bodyAt(ledger, to));
  const oldDepth = depthOf(bodyAt(ledger, from));
  layerAt(newDepth).added.set(keyOf(to), to);
  layerAt(oldDepth).gone.set(keyOf(from), from);
  const shared = new Set<string>();
  for (let depth = Math.max(newDepth, oldDepth); depth >= 0; depth--) {
    const layer = layers.get(depth);
    if (layer === undefined) continue;
    for (const [key, hash] of layer.added) {
      if (layer.gone.delete(key)) shared.add(key);
      else expand(hash, 'added');
    }
    for (const hash of layer.gone.values()) expand(hash, 'gone');
    layers.delete(depth);
  }
  return shared;
}

/** Builds the pruned branch `01 mask:uint8 hash:bits256 depth:uint16` with the mask of level 1. */
function branch(hash: Uint8Array, depth: number): Cell {
  return new CellBuilder().storeUint(0x0101, 16).storeBytes(hash).storeUint(depth, 16).endExotic('pruned');
}

function bodyAt(ledger: CellLedger, hash: Uint8Array): CellBody {
  const body = ledger.peek(hash);
  if (body === undefined) throw cellMissing(hash);
  return body;
}
