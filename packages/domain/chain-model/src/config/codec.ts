import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { ensureRead, type Load, loadInnerCell, type Store, storeInnerCell } from '../block/inner-cell.ts';
import { badTag, badValue } from '../errors.ts';
import type { Hash } from '../primitives/index.ts';

/**
 * A reader and its writer. Configuration parameters are records of numbers: a codec lists their fields once, in the
 * order of their TL-B. (Blocks and transactions are read millions of times: their readers are written out for speed.)
 *
 * Methods, not properties: a codec of one constructor is then assignable to a codec of the union.
 */
export interface Codec<Value> {
  load(slice: CellSlice): Value;
  store(builder: CellBuilder, value: Value): void;
}

/** `uintN` and `## N` of at most 32 bits. */
export function uint(bits: number): Codec<number> {
  return { load: (slice) => slice.loadUint(bits), store: (builder, value) => void builder.storeUint(value, bits) };
}

/** `intN` of at most 32 bits. */
export function int(bits: number): Codec<number> {
  return { load: (slice) => slice.loadInt(bits), store: (builder, value) => void builder.storeInt(value, bits) };
}

/** `uintN` of more than 32 bits. */
export function bigUint(bits: number): Codec<bigint> {
  return { load: (slice) => slice.loadUintBig(bits), store: (builder, value) => void builder.storeUint(value, bits) };
}

/** `Grams`: nanograms. */
export const coins: Codec<bigint> = {
  load: (slice) => slice.loadCoins(),
  store: (builder, value) => void builder.storeCoins(value),
};

/** `Bool` and `## 1`. */
export const bool: Codec<boolean> = {
  load: (slice) => slice.loadBit(),
  store: (builder, value) => void builder.storeBit(value),
};

/** `bits256` and `uint256` that is a hash, a key or an address. */
export const hash: Codec<Hash> = {
  load: (slice) => slice.loadBytes(32),
  store: (builder, value) => {
    if (value.length !== 32) throw badValue('bits256', 'number of bytes', value.length);
    builder.storeBytes(value);
  },
};

/** A codec from a paired reader and writer. */
export function codec<Value>(load: Load<Value>, store: Store<Value>): Codec<Value> {
  return { load, store };
}

/** `Maybe X`: null for nothing. */
export function maybe<Value>(inner: Codec<Value>): Codec<Value | null> {
  return {
    load: (slice) => (slice.loadBit() ? inner.load(slice) : null),
    store: (builder, value) => {
      builder.storeBit(value !== null);
      if (value !== null) inner.store(builder, value);
    },
  };
}

/** `^X`: a cell of its own that holds nothing else. */
export function reference<Value>(type: string, inner: Codec<Value>): Codec<Value> {
  return {
    load: (slice) => loadInnerCell(slice, (content) => inner.load(content), type),
    store: (builder, value) =>
      storeInnerCell(builder, (content, innerValue: Value) => inner.store(content, innerValue), value),
  };
}

/** Bits that must be zero: `flags:(## N) { flags = 0 }`. */
export function zeroFlags(type: string, bits: number): Codec<0> {
  return {
    load: (slice) => {
      const flags = slice.loadUint(bits);
      if (flags !== 0) throw badValue(type, 'flags', flags);
      return 0;
    },
    store: (builder) => void builder.storeUint(0, bits),
  };
}

/** Fields one behind the other, in the order in which they are given; `check` throws when TL-B conditions fail. */
export function record<Value extends object>(
  fields: { readonly [Key in keyof Value]: Codec<Value[Key]> },
  check?: (value: NoInfer<Value>) => void,
): Codec<Value> {
  const names = Object.keys(fields) as (keyof Value)[];
  return {
    load: (slice) => {
      const value: Partial<Value> = {};
      for (const name of names) value[name] = fields[name].load(slice);
      check?.(value as Value);
      return value as Value;
    },
    store: (builder, value) => {
      check?.(value);
      for (const name of names) fields[name].store(builder, value[name]);
    },
  };
}

/** A type with one constructor: its tag is checked and written. */
export function tagged<Value>(type: string, bits: number, tag: number, inner: Codec<Value>): Codec<Value> {
  return {
    load: (slice) => {
      const found = slice.loadUint(bits);
      if (found !== tag) throw badTag(type, found);
      return inner.load(slice);
    },
    store: (builder, value) => {
      builder.storeUint(tag, bits);
      inner.store(builder, value);
    },
  };
}

/** One constructor of a type with several: the tag in the cell and the name in the value. */
export interface Variant<Value extends { readonly type: string }> {
  readonly tag: number;
  readonly type: string;
  load(slice: CellSlice): Value;
  store(builder: CellBuilder, value: Value): void;
}

/** Describes one constructor; the value carries its name as `type`. */
export function variant<const Type extends string, Fields extends object>(
  tag: number,
  type: Type,
  inner: Codec<Fields>,
): Variant<{ readonly type: Type } & Fields> {
  return {
    tag,
    type,
    load: (slice): { readonly type: Type } & Fields => Object.assign({ type }, inner.load(slice)),
    store: (builder, value) => inner.store(builder, value),
  };
}

/** A type with several constructors, told apart by a tag of `bits` bits. */
export function union<Value extends { readonly type: string }>(
  type: string,
  bits: number,
  variants: readonly Variant<Value>[],
): Codec<Value> {
  return {
    load: (slice) => {
      const tag = slice.loadUint(bits);
      const found = variants.find((one) => one.tag === tag);
      if (found === undefined) throw badTag(type, tag);
      return found.load(slice);
    },
    store: (builder, value) => {
      const found = variants.find((one) => one.type === value.type);
      if (found === undefined) throw badValue(type, 'type', value.type);
      builder.storeUint(found.tag, bits);
      found.store(builder, value);
    },
  };
}

/** Reads a cell that holds one value and nothing else. */
export function loadExactly<Value>(slice: CellSlice, type: string, inner: Codec<Value>): Value {
  const value = inner.load(slice);
  ensureRead(slice, type);
  return value;
}
