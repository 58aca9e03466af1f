import type { Cell } from '@tonriver/boc';
import { ChainModelError } from '../errors.ts';
import type { DictionaryEntry, HashmapAugKind, HashmapKind } from './dictionary-kind.ts';
import { bitAt, commonPrefixLength } from './key-bits.ts';
import { type Branch, createAugmentedWriter, createPlainWriter, type NodeWriter } from './node-writer.ts';
import { compareBytes } from '../primitives/hash.ts';

/** Builds a `Hashmap` from entries in strictly ascending key order; null for none (an empty `HashmapE`). */
export function buildHashmap<Value>(entries: readonly DictionaryEntry<Value>[], kind: HashmapKind<Value>): Cell | null {
  return build(entries, kind.keyBits, createPlainWriter(kind.storeValue))?.cell ?? null;
}

/** Builds a `HashmapAug` from entries in strictly ascending key order: root (null for none) and the root's extra. */
export function buildHashmapAug<Value, Extra>(
  entries: readonly DictionaryEntry<Value>[],
  kind: HashmapAugKind<Value, Extra>,
): { readonly root: Cell | null; readonly extra: Extra } {
  const root = build(entries, kind.keyBits, createAugmentedWriter(kind.storeValue, kind.extraOf, kind.augmentation));
  return root === null ? { root: null, extra: kind.augmentation.empty } : { root: root.cell, extra: root.extra };
}

function build<Value, Extra>(
  entries: readonly DictionaryEntry<Value>[],
  keyBits: number,
  writer: NodeWriter<Value, Extra>,
): Branch<Extra> | null {
  const keyBytes = (keyBits + 7) >> 3;
  for (const [index, entry] of entries.entries()) {
    const previous = entries[index - 1];
    if (entry.key.length !== keyBytes || (previous !== undefined && compareBytes(previous.key, entry.key) >= 0)) {
      throw new ChainModelError('bad_dictionary', 'Keys must have the right length and ascend', { index, keyBits });
    }
  }
  return entries.length === 0 ? null : buildRange({ entries, keyBits, writer }, 0, entries.length, 0);
}

interface BuildRun<Value, Extra> {
  readonly entries: readonly DictionaryEntry<Value>[];
  readonly keyBits: number;
  readonly writer: NodeWriter<Value, Extra>;
}

/** The node over entries `from`…`to` − 1, which agree in the first `position` bits. Recursion is bounded by `keyBits`. */
function buildRange<Value, Extra>(
  run: BuildRun<Value, Extra>,
  from: number,
  to: number,
  position: number,
): Branch<Extra> {
  const { entries, keyBits, writer } = run;
  const first = entries[from] as DictionaryEntry<Value>;
  const left = keyBits - position;
  if (to - from === 1) return writer.leaf({ key: first.key, position, length: left, left }, first.value);
  const last = entries[to - 1] as DictionaryEntry<Value>;
  const length = commonPrefixLength(first.key, last.key, position, left);
  if (length === left) throw new ChainModelError('bad_dictionary', 'Keys differ behind their last bit', { keyBits });
  const branchAt = position + length;
  let low = from;
  let high = to - 1;
  // The first entry has branch bit 0 and the last has 1: find the first with 1.
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (bitAt((entries[middle] as DictionaryEntry<Value>).key, branchAt) === 0) low = middle;
    else high = middle;
  }
  const leftBranch = buildRange(run, from, high, branchAt + 1);
  const rightBranch = buildRange(run, high, to, branchAt + 1);
  return writer.fork({ key: first.key, position, length, left }, leftBranch, rightBranch);
}
