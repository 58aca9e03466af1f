import { Bag, Cell, CellBuilder } from '@tonriver/boc';
import { AugmentedCell } from './augmented-cell.ts';
import type { Augmentation } from './dictionary-kind.ts';
import { storeLabel } from './dictionary-label.ts';
import type { HeapNode } from './heap-node.ts';
import { sliceBits } from './key-bits.ts';

/** A node and, in an augmented dictionary, its extra. */
export interface Branch<Extra> {
  readonly cell: Cell;
  readonly extra: Extra;
}

/** A label to write: `length` bits of `key` from `position`, where `left` bits of the key are left. */
interface LabelSpan {
  readonly key: Uint8Array;
  readonly position: number;
  readonly length: number;
  readonly left: number;
}

/** Writes the nodes of one kind of dictionary. A plain dictionary's extra is `null`. */
export interface NodeWriter<Value, Extra> {
  readonly leaf: (label: LabelSpan, value: Value) => Branch<Extra>;
  readonly fork: (label: LabelSpan, left: Branch<Extra>, right: Branch<Extra>) => Branch<Extra>;
  /** The same node under another label. */
  readonly relabel: (label: LabelSpan, node: HeapNode) => Branch<Extra>;
  /** A node that is there already, with its extra. */
  readonly branch: (node: HeapNode) => Branch<Extra>;
}

function beginNode(label: LabelSpan): CellBuilder {
  const builder = new CellBuilder();
  storeLabel(builder, label.key, label.position, label.length, label.left);
  return builder;
}

function copyContent(builder: CellBuilder, { cell, bitOffset }: HeapNode): void {
  const count = cell.bitLength - bitOffset;
  builder.storeBits(sliceBits(cell.bits, bitOffset, count), count);
  for (const reference of cell.refs) builder.storeRef(reference);
}

/**
 * ```tlb
 * hm_edge#_ {n:#} {X:Type} {l:#} {m:#} label:(HmLabel ~l n)
 *   {n = (~m) + l} node:(HashmapNode m X) = Hashmap n X;
 * hmn_leaf#_ {X:Type} value:X = HashmapNode 0 X;
 * hmn_fork#_ {n:#} {X:Type} left:^(Hashmap n X)
 *   right:^(Hashmap n X) = HashmapNode (n + 1) X;
 * ```
 */
export function createPlainWriter<Value>(
  storeValue: (builder: CellBuilder, value: Value) => void,
): NodeWriter<Value, null> {
  return {
    leaf: (label, value) => {
      const builder = beginNode(label);
      storeValue(builder, value);
      return { cell: builder.endCell(), extra: null };
    },
    fork: (label, left, right) => ({
      cell: beginNode(label).storeRef(left.cell).storeRef(right.cell).endCell(),
      extra: null,
    }),
    relabel: (label, node) => {
      const builder = beginNode(label);
      copyContent(builder, node);
      return { cell: builder.endCell(), extra: null };
    },
    branch: (node) => ({ cell: node.cell, extra: null }),
  };
}

/**
 * ```tlb
 * ahm_edge#_ {n:#} {X:Type} {Y:Type} {l:#} {m:#} label:(HmLabel ~l n)
 *   {n = (~m) + l} node:(HashmapAugNode m X Y) = HashmapAug n X Y;
 * ahmn_leaf#_ {X:Type} {Y:Type} extra:Y value:X = HashmapAugNode 0 X Y;
 * ahmn_fork#_ {n:#} {X:Type} {Y:Type} left:^(HashmapAug n X Y)
 *   right:^(HashmapAug n X Y) extra:Y = HashmapAugNode (n + 1) X Y;
 * ```
 */
export function createAugmentedWriter<Value, Extra>(
  storeValue: (builder: CellBuilder, value: Value) => void,
  extraOf: (value: Value) => Extra,
  augmentation: Augmentation<Extra>,
): NodeWriter<Value, Extra> {
  return {
    leaf: (label, value) => {
      const extra = extraOf(value);
      const builder = beginNode(label);
      const bitOffset = builder.bitLength;
      augmentation.store(builder, extra);
      storeValue(builder, value);
      return remember(augmentation, { cell: builder.endCell(), bitOffset, isLeaf: true }, extra);
    },
    fork: (label, left, right) => {
      const extra = augmentation.combine(left.extra, right.extra);
      const builder = beginNode(label).storeRef(left.cell).storeRef(right.cell);
      const bitOffset = builder.bitLength;
      augmentation.store(builder, extra);
      return remember(augmentation, { cell: builder.endCell(), bitOffset, isLeaf: false }, extra);
    },
    relabel: (label, node) => {
      const builder = beginNode(label);
      const bitOffset = builder.bitLength;
      copyContent(builder, node);
      const { extra } = heapBranch(node, augmentation);
      return remember(augmentation, { cell: builder.endCell(), bitOffset, isLeaf: node.isLeaf }, extra);
    },
    branch: (node) => heapBranch(node, augmentation),
  };
}

/** The place of a node's extra. */
type ExtraPlace = Pick<HeapNode, 'cell' | 'bitOffset' | 'isLeaf'>;

function remember<Extra>(augmentation: Augmentation<Extra>, place: ExtraPlace, extra: Extra): Branch<Extra> {
  return { cell: new AugmentedCell(place.cell, place, { augmentation, extra }), extra };
}

/**
 * A node that is there already, with its extra. Only as many references as an extra can have are carried into the bag
 * it is read from, so that the sub-trees of a fork and the values behind a leaf's extra are not visited.
 */
export function heapBranch<Extra>(node: HeapNode, augmentation: Augmentation<Extra>): Branch<Extra> {
  const { cell, bitOffset, isLeaf } = node;
  if (cell instanceof AugmentedCell && cell.isKnown(augmentation, node)) return { cell, extra: cell.extra };
  const first = isLeaf ? 0 : 2;
  const bitLength = cell.bitLength - bitOffset;
  const content = new Cell({
    bits: sliceBits(cell.bits, bitOffset, bitLength),
    bitLength,
    refs: cell.refs.slice(first, first + augmentation.refsMax),
  });
  const bag = Bag.of(content);
  return remember(augmentation, node, augmentation.load(bag.slice(bag.root)));
}
