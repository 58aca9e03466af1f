import { type Cell, CellBuilder } from '@tonriver/boc';
import { type AugmentedRoot, bitAt, compareBytes, type HashmapAugKind, storeLabel } from '@tonriver/chain-model';

/**
 * An augmented dictionary that stays in memory between blocks. Values and extras are kept beside the cells, so a change
 * writes only the cells on its path, and reads none. Nodes never change, so older roots stay valid.
 */
export interface LiveDictionary<Value, Extra> {
  readonly kind: HashmapAugKind<Value, Extra>;
  readonly root: LiveNode<Value, Extra> | null;
}

/** A key and its new value; null removes the key. */
export interface LiveChange<Value> {
  readonly key: Uint8Array;
  readonly value: Value | null;
}

/** A node. Its label is `length` bits of `key` from `position` on. A leaf has a value, a fork has two children. */
interface LiveNode<Value, Extra> {
  readonly key: Uint8Array;
  readonly position: number;
  readonly length: number;
  readonly extra: Extra;
  readonly content: Leaf<Value> | Fork<Value, Extra>;
  /** Written on first use, so nodes that a later change of the same batch replaces are never written. */
  cell: Cell | null;
}

interface Leaf<Value> {
  readonly isLeaf: true;
  readonly value: Value;
}

interface Fork<Value, Extra> {
  readonly isLeaf: false;
  readonly left: LiveNode<Value, Extra>;
  readonly right: LiveNode<Value, Extra>;
}

type Node<Value, Extra> = LiveNode<Value, Extra>;

/** An empty dictionary. */
export function emptyLiveDictionary<Value, Extra>(kind: HashmapAugKind<Value, Extra>): LiveDictionary<Value, Extra> {
  return { kind, root: null };
}

/** Returns its root cell and extra, as in `HashmapAugE`. */
export function writeLiveDictionary<Value, Extra>(dictionary: LiveDictionary<Value, Extra>): AugmentedRoot<Extra> {
  const { kind, root } = dictionary;
  if (root === null) return { root: null, extra: kind.augmentation.empty };
  return { root: cellOf(kind, root), extra: root.extra };
}

/** Returns the dictionary after changes (any order, each key once). Removing an absent key has no effect. */
export function changeLiveDictionary<Value, Extra>(
  dictionary: LiveDictionary<Value, Extra>,
  changes: readonly LiveChange<Value>[],
): LiveDictionary<Value, Extra> {
  if (changes.length === 0) return dictionary;
  const sorted = [...changes].sort((left, right) => compareBytes(left.key, right.key));
  const run = { kind: dictionary.kind, changes: sorted };
  return { kind: dictionary.kind, root: apply(run, dictionary.root, 0, sorted.length, 0) };
}

/** Returns the entries whose key has this bit at `depth`. All keys must have the same first `depth` bits. */
export function liveHalf<Value, Extra>(
  dictionary: LiveDictionary<Value, Extra>,
  depth: number,
  bit: 0 | 1,
): LiveDictionary<Value, Extra> {
  const { kind, root } = dictionary;
  if (root === null) return dictionary;
  if (root.length > depth || root.content.isLeaf) {
    return bitAt(root.key, depth) === bit ? dictionary : { kind, root: null };
  }
  const side = bit === 0 ? root.content.left : root.content.right;
  return { kind, root: relabel(side, 0) };
}

/** Joins two halves: keys have the same first `depth` bits, and their next bit is different in the two halves. */
export function joinLiveHalves<Value, Extra>(
  left: LiveDictionary<Value, Extra>,
  right: LiveDictionary<Value, Extra>,
  depth: number,
): LiveDictionary<Value, Extra> {
  if (left.root === null || right.root === null) return left.root === null ? right : left;
  const sides = { left: relabel(left.root, depth + 1), right: relabel(right.root, depth + 1) };
  return { kind: left.kind, root: fork(left.kind, 0, depth, sides.left, sides.right) };
}

interface Run<Value, Extra> {
  readonly kind: HashmapAugKind<Value, Extra>;
  readonly changes: readonly LiveChange<Value>[];
}

function commonLength(left: Uint8Array, right: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to) {
    if ((at & 7) === 0 && at + 8 <= to && left[at >> 3] === right[at >> 3]) at += 8;
    else if (bitAt(left, at) === bitAt(right, at)) at++;
    else break;
  }
  return at - from;
}

/** Returns the index of the first change in the range whose key has bit 1 at `branchAt`. */
function firstRight<Value>(changes: readonly LiveChange<Value>[], from: number, to: number, branchAt: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bitAt((changes[middle] as LiveChange<Value>).key, branchAt) === 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the node after the changes `from` … `to` − 1. Recursion is bounded by the length of keys. */
function apply<Value, Extra>(
  run: Run<Value, Extra>,
  node: Node<Value, Extra> | null,
  from: number,
  to: number,
  position: number,
): Node<Value, Extra> | null {
  const { kind, changes } = run;
  if (from === to) return node === null ? null : relabel(node, position);
  const first = (changes[from] as LiveChange<Value>).key;
  const last = (changes[to - 1] as LiveChange<Value>).key;
  const key = node?.key ?? first;
  const labelEnd = node === null ? kind.keyBits : node.position + node.length;
  const matched = Math.min(commonLength(first, key, position, labelEnd), commonLength(last, key, position, labelEnd));
  const branchAt = position + matched;
  if (branchAt === kind.keyBits) {
    const { value } = changes[from] as LiveChange<Value>;
    return value === null ? null : leaf(kind, first, position, value);
  }
  const middle = firstRight(changes, from, to, branchAt);
  const isBelow = node !== null && branchAt === labelEnd && !node.content.isLeaf;
  const content = isBelow ? (node.content as Fork<Value, Extra>) : null;
  const staysLeft = node !== null && bitAt(node.key, branchAt) === 0;
  const oldLeft = content === null ? (staysLeft ? node : null) : content.left;
  const oldRight = content === null ? (staysLeft ? null : node) : content.right;
  const left = apply(run, oldLeft, from, middle, branchAt + 1);
  const right = apply(run, oldRight, middle, to, branchAt + 1);
  if (left === null || right === null) {
    const only = left ?? right;
    return only === null ? null : relabel(only, position);
  }
  return fork(kind, position, matched, left, right);
}

function leaf<Value, Extra>(
  kind: HashmapAugKind<Value, Extra>,
  key: Uint8Array,
  position: number,
  value: Value,
): Node<Value, Extra> {
  const content = { isLeaf: true, value } as const;
  return { key, position, length: kind.keyBits - position, extra: kind.extraOf(value), content, cell: null };
}

function fork<Value, Extra>(
  kind: HashmapAugKind<Value, Extra>,
  position: number,
  length: number,
  left: Node<Value, Extra>,
  right: Node<Value, Extra>,
): Node<Value, Extra> {
  const extra = kind.augmentation.combine(left.extra, right.extra);
  return { key: left.key, position, length, extra, content: { isLeaf: false, left, right }, cell: null };
}

/** Returns the same node with another start of its label. */
function relabel<Value, Extra>(node: Node<Value, Extra>, position: number): Node<Value, Extra> {
  if (node.position === position) return node;
  return { ...node, position, length: node.position + node.length - position, cell: null };
}

function cellOf<Value, Extra>(kind: HashmapAugKind<Value, Extra>, node: Node<Value, Extra>): Cell {
  if (node.cell !== null) return node.cell;
  const builder = new CellBuilder();
  storeLabel(builder, node.key, node.position, node.length, kind.keyBits - node.position);
  if (node.content.isLeaf) {
    kind.augmentation.store(builder, node.extra);
    kind.storeValue(builder, node.content.value);
  } else {
    builder.storeRef(cellOf(kind, node.content.left)).storeRef(cellOf(kind, node.content.right));
    kind.augmentation.store(builder, node.extra);
  }
  node.cell = builder.endCell();
  return node.cell;
}
