import type { Cell } from '@tonriver/boc';
import { ensureRead } from '../block/inner-cell.ts';
import { forEachInline } from '../block/inline-hashmap.ts';
import {
  buildHashmap,
  keyFromUint,
  keyToBigInt,
  loadHashmapE,
  loadHashmapEntries,
  storeHashmapE,
} from '../dictionary/index.ts';
import { badValue } from '../errors.ts';
import { compareBytes, type Hash } from '../primitives/index.ts';
import type { Codec } from './codec.ts';

/** Converts a key from and to the bits of a dictionary key. */
export interface KeyForm<Key> {
  readonly bits: number;
  readonly toBytes: (key: Key) => Uint8Array;
  readonly fromBytes: (bytes: Uint8Array) => Key;
}

/** Converts a key and its value from and to one entry. */
export interface EntryForm<Key, Value, Entry> {
  readonly join: (key: Key, value: Value) => Entry;
  readonly split: (entry: Entry) => readonly [Key, Value];
}

/** `uint32` keys. */
export const uint32Key: KeyForm<number> = {
  bits: 32,
  toBytes: (key) => keyFromUint(key, 32),
  fromBytes: (bytes) => Number(keyToBigInt(bytes, 32)),
};

/** `int32` keys. Their dictionary order is that of the unsigned numbers: negative ones come last. */
export const int32Key: KeyForm<number> = {
  bits: 32,
  toBytes: (key) => {
    if ((key | 0) !== key) throw badValue('int32', 'key', key);
    return keyFromUint(key >>> 0, 32);
  },
  fromBytes: (bytes) => Number(keyToBigInt(bytes, 32)) | 0,
};

/** 256-bit keys: hashes, addresses. */
export const hashKey: KeyForm<Hash> = { bits: 256, toBytes: (key) => key, fromBytes: (bytes) => bytes };

/** `HashmapE` of values that carry their key: entries in key order. */
export function hashmapE<Key, Value, Entry>(
  key: KeyForm<Key>,
  value: Codec<Value>,
  entry: EntryForm<Key, Value, Entry>,
): Codec<readonly Entry[]> {
  return {
    load: (slice) =>
      loadHashmapEntries(slice.bag, loadHashmapE(slice), key.bits, (leaf) => value.load(leaf)).map((one) =>
        entry.join(key.fromBytes(one.key), one.value),
      ),
    store: (builder, entries) => storeHashmapE(builder, buildEntries(entries, key, value, entry)),
  };
}

/** `Hashmap`, never empty, with its root inline at the place of the value. */
export function inlineHashmap<Key, Value, Entry>(
  type: string,
  key: KeyForm<Key>,
  value: Codec<Value>,
  entry: EntryForm<Key, Value, Entry>,
): Codec<readonly Entry[]> {
  return {
    load: (slice) => {
      const entries: Entry[] = [];
      forEachInline(slice, key.bits, { isAugmented: false }, (bytes, leaf) => {
        const loaded = value.load(leaf);
        ensureRead(leaf, type);
        entries.push(entry.join(key.fromBytes(bytes.slice()), loaded));
      });
      return entries;
    },
    store: (builder, entries) => {
      const root = buildEntries(entries, key, value, entry);
      if (root === null) throw badValue(type, 'number of entries', 0);
      builder.storeCell(root);
    },
  };
}

/** A value of no bits: `True`, `Unit`. */
export const nothing: Codec<null> = { load: () => null, store: () => undefined };

/** A dictionary used as a set of its keys. */
export function keysOnly<Key>(): EntryForm<Key, null, Key> {
  return { join: (key) => key, split: (key) => [key, null] };
}

/** Entries may come in any order; two with one key are refused by the builder. */
function buildEntries<Key, Value, Entry>(
  entries: readonly Entry[],
  key: KeyForm<Key>,
  value: Codec<Value>,
  entry: EntryForm<Key, Value, Entry>,
): Cell | null {
  const keyed = entries.map((one) => {
    const [entryKey, entryValue] = entry.split(one);
    return { key: key.toBytes(entryKey), value: entryValue };
  });
  keyed.sort((left, right) => compareBytes(left.key, right.key));
  return buildHashmap(keyed, { keyBits: key.bits, storeValue: (leaf, one) => value.store(leaf, one) });
}
