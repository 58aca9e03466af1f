import { type Cell, CellBuilder } from '@tonriver/boc';
import { ChainModelError } from '../errors.ts';
import type { HashmapAugKind, HashmapKind } from './dictionary-kind.ts';
import { type HeapNode, readHeapNode } from './heap-node.ts';
import { bitAt, sliceBits, writeBits, readBits } from './key-bits.ts';
import { type Branch, createAugmentedWriter, createPlainWriter, heapBranch, type NodeWriter } from './node-writer.ts';

/*
 * Persistent changes of dictionaries built of heap cells: the old cells stay as they are, the new root shares every
 * sub-tree that lies beside the key's path. Writing happens in the node's label forms. Work per change is bounded by
 * the key's length.
 */

/** An augmented dictionary's root with the root's extra, as `HashmapAugE` stores them. */
export interface AugmentedRoot<Extra, C = Cell> {
  readonly root: C | null;
  readonly extra: Extra;
}

/** Inserts the key or replaces its value. */
export function setInHashmap<Value>(root: Cell | null, key: Uint8Array, value: Value, kind: HashmapKind<Value>): Cell {
  return setKey(root, key, value, kind.keyBits, createPlainWriter(kind.storeValue)).cell;
}

/** Removes the key; null when nothing is left. Throws `ChainModelError` `bad_dictionary` when the key is not there. */
export function deleteFromHashmap(root: Cell | null, key: Uint8Array, keyBits: number): Cell | null {
  return deleteKey(root, key, keyBits, createPlainWriter(storesNothing))?.cell ?? null;
}

/** Inserts the key or replaces its value; extras are recomputed along the path. */
export function setInHashmapAug<Value, Extra>(
  root: Cell | null,
  key: Uint8Array,
  value: Value,
  kind: HashmapAugKind<Value, Extra>,
): AugmentedRoot<Extra> {
  const branch = setKey(root, key, value, kind.keyBits, augmentedWriter(kind));
  return { root: branch.cell, extra: branch.extra };
}

/** Removes the key; extras are recomputed along the path. Throws `bad_dictionary` when the key is not there. */
export function deleteFromHashmapAug<Value, Extra>(
  root: Cell | null,
  key: Uint8Array,
  kind: HashmapAugKind<Value, Extra>,
): AugmentedRoot<Extra> {
  const branch = deleteKey(root, key, kind.keyBits, augmentedWriter(kind));
  return branch === null ? { root: null, extra: kind.augmentation.empty } : { root: branch.cell, extra: branch.extra };
}

/** The content of the key's leaf behind its label (extra and value) as a cell of its own; null when it is not there. */
export function findInHeapDictionary(root: Cell | null, keyBits: number, key: Uint8Array): Cell | null {
  let position = 0;
  let cell = root;
  while (cell !== null) {
    const node = readHeapNode(cell, keyBits - position);
    if (matchLength(node, key, position) < node.labelLength) return null;
    position += node.labelLength;
    if (node.isLeaf) {
      const count = cell.bitLength - node.bitOffset;
      const builder = new CellBuilder().storeBits(sliceBits(cell.bits, node.bitOffset, count), count);
      for (const reference of cell.refs) builder.storeRef(reference);
      return builder.endCell();
    }
    cell = childOf(node, bitAt(key, position));
    position++;
  }
  return null;
}

/** The extra of an augmented dictionary as a whole. */
export function heapRootExtra<Value, Extra>(root: Cell | null, kind: HashmapAugKind<Value, Extra>): Extra {
  const { augmentation, keyBits } = kind;
  return root === null ? augmentation.empty : heapBranch(readHeapNode(root, keyBits), augmentation).extra;
}

function storesNothing(): void {
  // Deleting writes no leaf: leaves that move keep their content.
}

function augmentedWriter<Value, Extra>(kind: HashmapAugKind<Value, Extra>): NodeWriter<Value, Extra> {
  return createAugmentedWriter(kind.storeValue, kind.extraOf, kind.augmentation);
}

function childOf(node: HeapNode, bit: 0 | 1): Cell {
  return node.cell.refs[bit] as Cell;
}

/** How many bits of the node's label agree with the key at `position`. */
function matchLength(node: HeapNode, key: Uint8Array, position: number): number {
  const { label, labelLength } = node;
  let length = 0;
  while (length < labelLength && bitAt(label, length) === bitAt(key, position + length)) length++;
  return length;
}

function checkKey(key: Uint8Array, keyBits: number): void {
  const unused = key.length * 8 - keyBits;
  const isPadded = unused === 0 || ((key.at(-1) ?? 0) & ((1 << unused) - 1)) === 0;
  if (unused < 0 || unused > 7 || !isPadded) {
    throw new ChainModelError('bad_value', 'The key does not have the length of the dictionary', { keyBits });
  }
}

function setKey<Value, Extra>(
  root: Cell | null,
  key: Uint8Array,
  value: Value,
  keyBits: number,
  writer: NodeWriter<Value, Extra>,
): Branch<Extra> {
  checkKey(key, keyBits);
  if (root === null) return writer.leaf({ key, position: 0, length: keyBits, left: keyBits }, value);

  /** Recursion is bounded by `keyBits`: each step consumes at least the branch bit. */
  function setUnder(cell: Cell, position: number): Branch<Extra> {
    const left = keyBits - position;
    const node = readHeapNode(cell, left);
    const matched = matchLength(node, key, position);
    const branchAt = position + matched;
    if (matched < node.labelLength) {
      // The key leaves the label: a fork at the first bit that differs, the old node under what remains of its label.
      const rest = node.labelLength - matched - 1;
      const moved = writer.relabel(
        { key: node.label, position: matched + 1, length: rest, left: left - matched - 1 },
        node,
      );
      const restOfKey = left - matched - 1;
      const added = writer.leaf({ key, position: branchAt + 1, length: restOfKey, left: restOfKey }, value);
      return forkOf({ key, position, length: matched, left }, bitAt(key, branchAt), added, moved);
    }
    if (node.isLeaf) return writer.leaf({ key, position, length: left, left }, value);
    const bit = bitAt(key, branchAt);
    const changed = setUnder(childOf(node, bit), branchAt + 1);
    return forkOf({ key, position, length: matched, left }, bit, changed, siblingOf(node, bit, keyBits - branchAt - 1));
  }

  function siblingOf(node: HeapNode, bit: 0 | 1, left: number): Branch<Extra> {
    return writer.branch(readHeapNode(childOf(node, bit === 0 ? 1 : 0), left));
  }

  function forkOf(
    label: Parameters<NodeWriter<Value, Extra>['fork']>[0],
    bit: 0 | 1,
    onPath: Branch<Extra>,
    beside: Branch<Extra>,
  ): Branch<Extra> {
    return bit === 0 ? writer.fork(label, onPath, beside) : writer.fork(label, beside, onPath);
  }

  return setUnder(root, 0);
}

function deleteKey<Value, Extra>(
  root: Cell | null,
  key: Uint8Array,
  keyBits: number,
  writer: NodeWriter<Value, Extra>,
): Branch<Extra> | null {
  checkKey(key, keyBits);
  const absent = (): ChainModelError =>
    new ChainModelError('bad_dictionary', 'The key to delete is not there', { keyBits });
  if (root === null) throw absent();

  function deleteUnder(cell: Cell, position: number): Branch<Extra> | null {
    const left = keyBits - position;
    const node = readHeapNode(cell, left);
    if (matchLength(node, key, position) < node.labelLength) throw absent();
    if (node.isLeaf) return null;
    const branchAt = position + node.labelLength;
    const childLeft = keyBits - branchAt - 1;
    const bit = bitAt(key, branchAt);
    const changed = deleteUnder(childOf(node, bit), branchAt + 1);
    const sibling = readHeapNode(childOf(node, bit === 0 ? 1 : 0), childLeft);
    if (changed === null) {
      // The sibling takes the fork's place: fork's label, its branch bit, its own label.
      const length = node.labelLength + 1 + sibling.labelLength;
      const joined = joinLabels(node, bit === 0 ? 1 : 0, sibling);
      return writer.relabel({ key: joined, position: 0, length, left }, sibling);
    }
    const beside = writer.branch(sibling);
    const label = { key, position, length: node.labelLength, left };
    return bit === 0 ? writer.fork(label, changed, beside) : writer.fork(label, beside, changed);
  }

  return deleteUnder(root, 0);
}

function joinLabels(upper: HeapNode, branchBit: 0 | 1, lower: HeapNode): Uint8Array {
  const joined = new Uint8Array((upper.labelLength + 1 + lower.labelLength + 7) >> 3);
  joined.set(upper.label);
  writeBits(joined, upper.labelLength, branchBit, 1);
  for (let done = 0; done < lower.labelLength; done += 24) {
    const count = Math.min(24, lower.labelLength - done);
    writeBits(joined, upper.labelLength + 1 + done, readBits(lower.label, done, count), count);
  }
  return joined;
}
