import { type Cell, CellBuilder, type CellSlice } from '@tonriver/boc';
import {
  type AugmentedRoot,
  bitAt,
  compareBytes,
  type HashmapAugKind,
  type HeapNode,
  readHeapNode,
  storeLabel,
} from '@tonriver/chain-model';
import { readHead } from './cell-head.ts';

/** How the values of a live dictionary are written, and read again from the cells of a stored state. */
export interface LiveKind<Value, Extra> extends HashmapAugKind<Value, Extra> {
  /** Reads a value; `slice` has stand-ins for the references, `refs` are the real ones from the value's first on. */
  readonly loadValue: (slice: CellSlice, refs: readonly Cell[], key: Uint8Array) => Value;
}

/**
 * An augmented dictionary that stays in memory between blocks. Values and extras are kept beside the cells, so a change
 * writes only the cells on its path. One of a stored state is read node by node, when a node is first needed. Nodes
 * never change, so older roots stay valid.
 */
export interface LiveDictionary<Value, Extra> {
  readonly kind: LiveKind<Value, Extra>;
  readonly root: LiveNode<Value, Extra> | null;
}

/** A key and its new value; null removes the key. */
export interface LiveChange<Value> {
  readonly key: Uint8Array;
  readonly value: Value | null;
}

/** A node. Its label is `length` bits of `key` from `position` on. A leaf has a value, a fork has two children. */
export interface LiveNode<Value, Extra> {
  readonly key: Uint8Array;
  readonly position: number;
  readonly length: number;
  readonly extra: Extra;
  /** Read from the cell on first use; null before that. */
  content: Leaf<Value> | Fork<Value, Extra> | null;
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
export function emptyLiveDictionary<Value, Extra>(kind: LiveKind<Value, Extra>): LiveDictionary<Value, Extra> {
  return { kind, root: null };
}

/** Returns the dictionary under a root cell; reads only this cell now. @throws {ChainModelError} for a bad node */
export function readLiveDictionary<Value, Extra>(
  kind: LiveKind<Value, Extra>,
  root: Cell | null,
): LiveDictionary<Value, Extra> {
  return { kind, root: root === null ? null : readNode(kind, root, 0, new Uint8Array((kind.keyBits + 7) >> 3)) };
}

/** Returns its root cell and extra, as in `HashmapAugE`. */
export function writeLiveDictionary<Value, Extra>(dictionary: LiveDictionary<Value, Extra>): AugmentedRoot<Extra> {
  const { kind, root } = dictionary;
  if (root === null) return { root: null, extra: kind.augmentation.empty };
  return { root: cellOf(kind, root), extra: root.extra };
}

/** Returns the value of a key; undefined if there is none. */
export function findInLiveDictionary<Value, Extra>(
  dictionary: LiveDictionary<Value, Extra>,
  key: Uint8Array,
): Value | undefined {
  const { kind } = dictionary;
  const node = findUnder(dictionary, key, kind.keyBits);
  const content = node === null ? null : contentOf(kind, node);
  return content?.isLeaf === true ? content.value : undefined;
}

/** Returns the node above all entries whose keys begin with `length` bits of `prefix`; null if there are none. */
export function findUnder<Value, Extra>(
  { kind, root }: LiveDictionary<Value, Extra>,
  prefix: Uint8Array,
  length: number,
): LiveNode<Value, Extra> | null {
  let node = root;
  while (node !== null) {
    const end = Math.min(node.position + node.length, length);
    if (commonLength(prefix, node.key, node.position, end) < end - node.position) return null;
    const content: Leaf<Value> | Fork<Value, Extra> = contentOf(kind, node);
    if (content.isLeaf || node.position + node.length >= length) return node;
    node = bitAt(prefix, node.position + node.length) === 0 ? content.left : content.right;
  }
  return null;
}

/** Visits all values in the order of their keys. */
export function* eachLiveValue<Value, Extra>({ kind, root }: LiveDictionary<Value, Extra>): Generator<Value> {
  const pending = root === null ? [] : [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const content = contentOf(kind, node);
    if (content.isLeaf) yield content.value;
    else pending.push(content.right, content.left);
  }
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
  const content = contentOf(kind, root);
  if (root.length > depth || content.isLeaf) {
    return bitAt(root.key, depth) === bit ? dictionary : { kind, root: null };
  }
  const half = bit === 0 ? content.left : content.right;
  return { kind, root: relabel(kind, half, 0) };
}

/** Joins two dictionaries whose keys have equal first `depth` bits, and then 0 in the left one and 1 in the right. */
export function joinLiveHalves<Value, Extra>(
  left: LiveDictionary<Value, Extra>,
  right: LiveDictionary<Value, Extra>,
  depth: number,
): LiveDictionary<Value, Extra> {
  const { kind } = left;
  if (left.root === null || right.root === null) return left.root === null ? right : left;
  const sides = { left: relabel(kind, left.root, depth + 1), right: relabel(kind, right.root, depth + 1) };
  return { kind, root: fork(kind, 0, depth, sides.left, sides.right) };
}

/** Returns what a node holds, read from its cell if necessary. */
export function contentOf<Value, Extra>(
  kind: LiveKind<Value, Extra>,
  node: Node<Value, Extra>,
): Leaf<Value> | Fork<Value, Extra> {
  if (node.content !== null) return node.content;
  const { cell, position, length, key } = node;
  if (cell === null) throw new TypeError('A node has neither content nor a cell');
  const heapNode = readHeapNode(cell, kind.keyBits - position);
  if (heapNode.isLeaf) {
    const { end } = readExtra(kind, heapNode);
    const { value } = readHead(cell, (slice) => kind.loadValue(slice, cell.refs.slice(end.refs), key), end);
    node.content = { isLeaf: true, value };
  } else {
    const [left, right] = cell.refs as readonly [Cell, Cell];
    const at = position + length;
    const rightKey = key.slice();
    rightKey[at >> 3] = (rightKey[at >> 3] as number) | (0x80 >> (at & 7));
    node.content = {
      isLeaf: false,
      left: readNode(kind, left, at + 1, key),
      right: readNode(kind, right, at + 1, rightKey),
    };
  }
  return node.content;
}

/** Reads the label and the extra of a node; `prefix` holds the key before it, and zeros. */
function readNode<Value, Extra>(
  kind: LiveKind<Value, Extra>,
  cell: Cell,
  position: number,
  prefix: Uint8Array,
): Node<Value, Extra> {
  const heapNode = readHeapNode(cell, kind.keyBits - position);
  const { label, labelLength } = heapNode;
  const key = prefix.slice();
  for (let index = 0; index < labelLength; index++) {
    const at = position + index;
    if (bitAt(label, index) === 1) key[at >> 3] = (key[at >> 3] as number) | (0x80 >> (at & 7));
  }
  const { value: extra } = readExtra(kind, heapNode);
  return { key, position, length: labelLength, extra, content: null, cell };
}

function readExtra<Value, Extra>({ augmentation }: LiveKind<Value, Extra>, { cell, bitOffset, isLeaf }: HeapNode) {
  return readHead(cell, augmentation.load, { bits: bitOffset, refs: isLeaf ? 0 : 2 });
}

interface Run<Value, Extra> {
  readonly kind: LiveKind<Value, Extra>;
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
  if (from === to) return node === null ? null : relabel(kind, node, position);
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
  const content = node !== null && branchAt === labelEnd ? forkOf(kind, node) : null;
  const staysLeft = node !== null && bitAt(node.key, branchAt) === 0;
  const oldLeft = content === null ? (staysLeft ? node : null) : content.left;
  const oldRight = content === null ? (staysLeft ? null : node) : content.right;
  const left = apply(run, oldLeft, from, middle, branchAt + 1);
  const right = apply(run, oldRight, middle, to, branchAt + 1);
  if (left === null || right === null) {
    const only = left ?? right;
    return only === null ? null : relabel(kind, only, position);
  }
  if (content !== null && node?.position === position && left === oldLeft && right === oldRight) return node;
  return fork(kind, position, matched, left, right);
}

function forkOf<Value, Extra>(kind: LiveKind<Value, Extra>, node: Node<Value, Extra>): Fork<Value, Extra> | null {
  const content = contentOf(kind, node);
  return content.isLeaf ? null : content;
}

function leaf<Value, Extra>(
  kind: LiveKind<Value, Extra>,
  key: Uint8Array,
  position: number,
  value: Value,
): Node<Value, Extra> {
  const content = { isLeaf: true, value } as const;
  return { key, position, length: kind.keyBits - position, extra: kind.extraOf(value), content, cell: null };
}

function fork<Value, Extra>(
  kind: LiveKind<Value, Extra>,
  position: number,
  length: number,
  left: Node<Value, Extra>,
  right: Node<Value, Extra>,
): Node<Value, Extra> {
  const extra = kind.augmentation.combine(left.extra, right.extra);
  return { key: left.key, position, length, extra, content: { isLeaf: false, left, right }, cell: null };
}

/** Returns the same node with another start of its label. */
function relabel<Value, Extra>(
  kind: LiveKind<Value, Extra>,
  node: Node<Value, Extra>,
  position: number,
): Node<Value, Extra> {
  if (node.position === position) return node;
  const length = node.position + node.length - position;
  return { key: node.key, position, length, extra: node.extra, content: contentOf(kind, node), cell: null };
}

function cellOf<Value, Extra>(kind: LiveKind<Value, Extra>, node: Node<Value, Extra>): Cell {
  if (node.cell !== null) return node.cell;
  const content = contentOf(kind, node);
  const builder = new CellBuilder();
  storeLabel(builder, node.key, node.position, node.length, kind.keyBits - node.position);
  if (content.isLeaf) {
    kind.augmentation.store(builder, node.extra);
    kind.storeValue(builder, content.value);
  } else {
    builder.storeRef(cellOf(kind, content.left)).storeRef(cellOf(kind, content.right));
    kind.augmentation.store(builder, node.extra);
  }
  node.cell = builder.endCell();
  return node.cell;
}
