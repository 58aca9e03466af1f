import { type Cell, CellBuilder } from '@tonriver/boc';
import { type CellBody, cellOfBody, depthOf, isExotic, refCountOf, refDepthOf, refHashOf } from './cell-body.ts';
import { dataLengthOf } from './cell-body.ts';
import { type CellLedger, keyOf } from './cell-ledger.ts';
import { cellMissing } from './cell-store-error.ts';
import { checkedCell, readTree, type ReadTreeOptions } from './read-tree.ts';

/** What a pruned branch takes: leaving out a leaf of no more than that saves nothing. */
const prunedDataBytes = 36;

/** Cells of one depth that were met in the new tree, and those met in the old one: key → hash. */
interface Layer {
  readonly added: Map<string, Uint8Array>;
  readonly gone: Map<string, Uint8Array>;
}

/**
 * The new tree without what it shares with the old one: shared subtrees are pruned branches of level 1. A tree without
 * any pruned branch is whole. Both trees must be there; the roots must differ.
 *
 * Cost: visits the cells that only one of the trees has, and their direct references.
 */
export function changedTree(
  ledger: CellLedger,
  trees: { readonly from: Uint8Array; readonly to: Uint8Array },
  options: ReadTreeOptions,
): Cell {
  const shared = findShared(ledger, trees);
  const made = new Map<string, Cell>();

  /** Recursion is as deep as the cells. */
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
    // Below a Merkle cell levels count anew: it stays whole.
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
 * Keys of subtrees of the new tree that the old one has too. Goes down by depth, since equal cells have equal depths:
 * when a depth's turn comes, everything of it that lies under changed cells is known.
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

/** `01 mask:uint8 hash:bits256 depth:uint16` with the mask of level 1. */
function branch(hash: Uint8Array, depth: number): Cell {
  return new CellBuilder().storeUint(0x0101, 16).storeBytes(hash).storeUint(depth, 16).endExotic('pruned');
}

function bodyAt(ledger: CellLedger, hash: Uint8Array): CellBody {
  const body = ledger.peek(hash);
  if (body === undefined) throw cellMissing(hash);
  return body;
}
