import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { ChainModelError } from '../errors.ts';
import type { Augmentation, DictionaryEntry } from './dictionary-kind.ts';
import type { AugmentedRoot } from './dictionary-update.ts';
import { DictionaryWalk } from './dictionary-walk.ts';

/**
 * Reads the root's cell number; null when empty.
 *
 * ```tlb
 * hme_empty$0 {n:#} {X:Type} = HashmapE n X;
 * hme_root$1 {n:#} {X:Type} root:^(Hashmap n X) = HashmapE n X;
 * ```
 */
export function loadHashmapE(slice: CellSlice): number | null {
  return slice.loadBit() ? slice.loadRef() : null;
}

/** Writes what `loadHashmapE` reads. */
export function storeHashmapE(builder: CellBuilder, root: Cell | null): void {
  builder.storeBit(root !== null);
  if (root !== null) builder.storeRef(root);
}

/**
 * Reads the root's cell number (null when empty) and the extra of the whole.
 *
 * ```tlb
 * ahme_empty$0 {n:#} {X:Type} {Y:Type} extra:Y = HashmapAugE n X Y;
 * ahme_root$1 {n:#} {X:Type} {Y:Type} root:^(HashmapAug n X Y) extra:Y = HashmapAugE n X Y;
 * ```
 */
export function loadHashmapAugE<Extra>(
  slice: CellSlice,
  loadExtra: (slice: CellSlice) => Extra,
): AugmentedRoot<Extra, number> {
  const root = slice.loadBit() ? slice.loadRef() : null;
  return { root, extra: loadExtra(slice) };
}

/** Writes what `loadHashmapAugE` reads. */
export function storeHashmapAugE<Extra>(
  builder: CellBuilder,
  value: AugmentedRoot<Extra>,
  storeExtra: (builder: CellBuilder, extra: Extra) => void,
): void {
  builder.storeBit(value.root !== null);
  if (value.root !== null) builder.storeRef(value.root);
  storeExtra(builder, value.extra);
}

/** The same dictionary root as a heap cell. */
export function resolveAugmentedRoot<Extra>(bag: Bag, value: AugmentedRoot<Extra, number>): AugmentedRoot<Extra> {
  return { root: value.root === null ? null : bag.toCell(value.root), extra: value.extra };
}

/** All entries of a `Hashmap` in key order. Each value must fill its leaf: else `ChainModelError` `trailing_data`. */
export function loadHashmapEntries<Value>(
  bag: Bag,
  root: number | null,
  keyBits: number,
  loadValue: (slice: CellSlice) => Value,
): DictionaryEntry<Value>[] {
  const entries: DictionaryEntry<Value>[] = [];
  const walk = new DictionaryWalk(bag, root, keyBits);
  while (walk.next()) {
    const value = loadValue(walk.slice);
    ensureLeafRead(walk.slice);
    entries.push({ key: walk.key.slice(), value });
  }
  return entries;
}

/** One entry of an augmented dictionary. */
export interface AugmentedEntry<Value, Extra> extends DictionaryEntry<Value> {
  readonly extra: Extra;
}

/** All entries of a `HashmapAug` in key order, with the extras of the leaves. */
export function loadHashmapAugEntries<Value, Extra>(
  bag: Bag,
  root: number | null,
  keyBits: number,
  codec: { readonly load: Augmentation<Extra>['load']; readonly loadValue: (slice: CellSlice) => Value },
): AugmentedEntry<Value, Extra>[] {
  const entries: AugmentedEntry<Value, Extra>[] = [];
  const walk = new DictionaryWalk(bag, root, keyBits, { isAugmented: true });
  while (walk.next()) {
    const extra = codec.load(walk.slice);
    const value = codec.loadValue(walk.slice);
    ensureLeafRead(walk.slice);
    entries.push({ key: walk.key.slice(), extra, value });
  }
  return entries;
}

function ensureLeafRead(slice: CellSlice): void {
  if (slice.remainingBits === 0 && slice.remainingRefs === 0) return;
  throw new ChainModelError('trailing_data', 'Something is left behind the value of a dictionary', {
    cell: slice.cell,
    bits: slice.remainingBits,
    references: slice.remainingRefs,
  });
}
