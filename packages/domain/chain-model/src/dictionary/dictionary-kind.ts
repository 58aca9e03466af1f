import type { CellBuilder, CellSlice } from '@tonriver/boc';

/**
 * How the extra value of an augmented dictionary is read, written and combined. `refsMax` says how many references
 * one extra value can have: that many of a node are looked at when its extra is read back.
 */
export interface Augmentation<Extra> {
  readonly load: (slice: CellSlice) => Extra;
  readonly store: (builder: CellBuilder, extra: Extra) => void;
  /** The extra of a fork from those of its two sides. */
  readonly combine: (left: Extra, right: Extra) => Extra;
  /** The extra of an empty dictionary. */
  readonly empty: Extra;
  readonly refsMax: number;
}

/** The properties of a plain dictionary's values that building and changing it needs. */
export interface HashmapKind<Value> {
  readonly keyBits: number;
  readonly storeValue: (builder: CellBuilder, value: Value) => void;
}

/** The same for an augmented one: also how a leaf's extra follows from its value. */
export interface HashmapAugKind<Value, Extra> extends HashmapKind<Value> {
  readonly augmentation: Augmentation<Extra>;
  readonly extraOf: (value: Value) => Extra;
}

/** One key with its value. */
export interface DictionaryEntry<Value> {
  /** Left aligned, `keyBits` bits, zero padded. */
  readonly key: Uint8Array;
  readonly value: Value;
}
