import { describe, expect, it } from '@jest/globals';
import * as TonCore from '@ton/core';
import { Bag, Cell, CellBuilder } from '@tonriver/boc';
import { libraryReference } from '@tonriver/boc/testing';
import fc from 'fast-check';
import { compareBytes } from '../primitives/index.ts';
import {
  type AugmentedRoot,
  type Augmentation,
  buildHashmap,
  buildHashmapAug,
  type DictionaryEntry,
  DictionaryWalk,
  findInDictionary,
  type HashmapAugKind,
  type HashmapKind,
  keyFromUint,
  keyToBigInt,
  loadHashmapAugEntries,
  loadHashmapEntries,
  setInHashmap,
} from './index.ts';
import {
  deleteFromHashmap,
  deleteFromHashmapAug,
  findInHeapDictionary,
  heapRootExtra,
  setInHashmapAug,
} from './dictionary-update.ts';

const keyLengths = [1, 7, 8, 15, 32, 64, 96, 256, 352] as const;

/** Keys that often share long prefixes, since few of them differ outside a handful of bits. */
function entriesOf(keyBits: number): fc.Arbitrary<DictionaryEntry<number>[]> {
  const key = fc.oneof(
    fc.bigInt(0n, (1n << BigInt(keyBits)) - 1n),
    fc.nat(Math.min(255, 2 ** Math.min(keyBits, 8) - 1)).map(BigInt),
  );
  return fc
    .uniqueArray(fc.record({ key, value: fc.nat(0xffff_ffff) }), { maxLength: 40, selector: (entry) => entry.key })
    .map((entries) =>
      entries
        .map((entry) => ({ key: keyFromUint(entry.key, keyBits), value: entry.value }))
        .sort((left, right) => compareBytes(left.key, right.key)),
    );
}

const dictionaries = fc
  .constantFrom(...keyLengths)
  .chain((keyBits) => fc.tuple(fc.constant(keyBits), entriesOf(keyBits)));

function kindOf(keyBits: number): HashmapKind<number> {
  return {
    keyBits,
    storeValue: (builder, value) => {
      builder.storeUint(value, 32);
    },
  };
}

const sum: Augmentation<bigint> = {
  load: (slice) => slice.loadCoins(),
  store: (builder, extra) => {
    builder.storeCoins(extra);
  },
  combine: (left, right) => left + right,
  empty: 0n,
  refsMax: 0,
};

function augmentedKindOf(keyBits: number): HashmapAugKind<number, bigint> {
  return { ...kindOf(keyBits), augmentation: sum, extraOf: BigInt };
}

function bagOf(root: Cell | null): { bag: Bag; root: number | null } {
  const bag = Bag.of(root ?? Cell.empty);
  return { bag, root: root === null ? null : bag.root };
}

const totalOf = (entries: readonly DictionaryEntry<number>[]): bigint =>
  entries.reduce((total, { value }) => total + BigInt(value), 0n);

describe('plain dictionaries', () => {
  it('give back what they were built from, in key order, and find each key and no other', () => {
    fc.assert(
      fc.property(dictionaries, fc.bigInt(0n, 255n), ([keyBits, entries], probe) => {
        const built = buildHashmap(entries, kindOf(keyBits));
        const { bag, root } = bagOf(built);
        expect(loadHashmapEntries(bag, root, keyBits, (slice) => slice.loadUint(32))).toEqual(entries);
        const others = keyFromUint(probe & ((1n << BigInt(keyBits)) - 1n), keyBits);
        for (const key of [...entries.map((entry) => entry.key), others]) {
          const value = entries.find((entry) => compareBytes(entry.key, key) === 0)?.value;
          expect(findInDictionary(bag, root, keyBits, key)?.loadUint(32)).toBe(value);
          expect(findInHeapDictionary(built, keyBits, key)?.bits).toEqual(
            value === undefined ? undefined : new CellBuilder().storeUint(value, 32).endCell().bits,
          );
        }
      }),
    );
  });

  it('are the same cells that @ton/core builds', () => {
    fc.assert(
      fc.property(dictionaries, ([keyBits, entries]) => {
        fc.pre(entries.length > 0);
        const other = TonCore.Dictionary.empty(
          TonCore.Dictionary.Keys.BigUint(keyBits),
          TonCore.Dictionary.Values.Uint(32),
        );
        for (const { key, value } of entries) other.set(keyToBigInt(key, keyBits), value);
        const cell = TonCore.beginCell().storeDictDirect(other).endCell();
        expect(buildHashmap(entries, kindOf(keyBits))?.hash()).toEqual(Uint8Array.from(cell.hash()));
      }),
    );
  });

  it('changed key by key are what they would be if they were built at once', () => {
    fc.assert(
      fc.property(dictionaries, fc.infiniteStream(fc.nat(1_000_000)), ([keyBits, entries], choices) => {
        const kind = kindOf(keyBits);
        const removed = entries.filter((_, index) => index % 3 === 0);
        const kept = entries.filter((_, index) => index % 3 !== 0);
        const shuffled = entries
          .map((entry) => ({ entry, order: choices.next().value as number }))
          .sort((left, right) => left.order - right.order);
        let root: Cell | null = null;
        for (const { entry } of shuffled) root = setInHashmap(root, entry.key, (entry.value ^ 1) >>> 0, kind);
        for (const { entry } of shuffled) root = setInHashmap(root, entry.key, entry.value, kind);
        expect(root?.hash()).toEqual(buildHashmap(entries, kind)?.hash());
        for (const { key } of removed) root = deleteFromHashmap(root, key, keyBits);
        expect(root?.hash()).toEqual(buildHashmap(kept, kind)?.hash());
        for (const { key } of kept) root = deleteFromHashmap(root, key, keyBits);
        expect(root).toBeNull();
      }),
    );
  });

  it('share with their changed copy everything beside the path of the key', () => {
    const kind = kindOf(8);
    const entries = [0x00, 0x01, 0x80, 0xff].map((key) => ({ key: keyFromUint(key, 8), value: key }));
    const before = buildHashmap(entries, kind) as Cell;
    const after = setInHashmap(before, keyFromUint(0x01, 8), 7, kind);
    expect(after.refs[1]).toBe(before.refs[1]);
    expect(after.refs[0]?.refs[0]).toBe(before.refs[0]?.refs[0]);
    expect(before.hash()).toEqual(buildHashmap(entries, kind)?.hash());
  });

  it('refuse to delete what is not there, keys of another length, and keys that do not ascend', () => {
    const kind = kindOf(8);
    const key = keyFromUint(3, 8);
    const root = setInHashmap(null, key, 1, kind);
    const refused = expect.objectContaining({ code: 'bad_dictionary' });
    expect(() => deleteFromHashmap(root, keyFromUint(4, 8), 8)).toThrow(refused);
    expect(() => deleteFromHashmap(null, key, 8)).toThrow(refused);
    expect(() =>
      buildHashmap(
        [
          { key, value: 1 },
          { key, value: 2 },
        ],
        kind,
      ),
    ).toThrow(refused);
    expect(() => buildHashmap([{ key: new Uint8Array(2), value: 1 }], kind)).toThrow(refused);
    expect(() => setInHashmap(root, new Uint8Array(2), 1, kind)).toThrow(
      expect.objectContaining({ code: 'bad_value' }),
    );
  });
});

describe('augmented dictionaries', () => {
  it('give back what they were built from, with the extra of each leaf and of the whole', () => {
    fc.assert(
      fc.property(dictionaries, ([keyBits, entries]) => {
        const kind = augmentedKindOf(keyBits);
        const built = buildHashmapAug(entries, kind);
        expect(built.extra).toBe(totalOf(entries));
        expect(heapRootExtra(built.root, kind)).toBe(totalOf(entries));
        const { bag, root } = bagOf(built.root);
        const codec = { load: sum.load, loadValue: (slice: { loadUint(bits: number): number }) => slice.loadUint(32) };
        expect(loadHashmapAugEntries(bag, root, keyBits, codec)).toEqual(
          entries.map((entry) => ({ ...entry, extra: BigInt(entry.value) })),
        );
      }),
    );
  });

  it('changed key by key are what they would be if they were built at once', () => {
    fc.assert(
      fc.property(dictionaries, ([keyBits, entries]) => {
        const kind = augmentedKindOf(keyBits);
        let state: AugmentedRoot<bigint> = { root: null, extra: 0n };
        for (const { key, value } of [...entries].reverse()) state = setInHashmapAug(state.root, key, value, kind);
        const all = buildHashmapAug(entries, kind);
        expect([state.extra, state.root?.hash()]).toEqual([all.extra, all.root?.hash()]);
        const kept = entries.filter((_, index) => index % 2 === 0);
        // From here on with cells whose extras must be read, since this module has not written them.
        const { bag, root } = bagOf(state.root);
        state = { root: root === null ? null : bag.toCell(root), extra: state.extra };
        for (const [index, { key }] of entries.entries()) {
          if (index % 2 !== 0) state = deleteFromHashmapAug(state.root, key, kind);
        }
        const rest = buildHashmapAug(kept, kind);
        expect([state.extra, state.root?.hash()]).toEqual([rest.extra, rest.root?.hash()]);
      }),
    );
  });
});

describe('hostile dictionaries', () => {
  const bad = expect.objectContaining({ code: 'bad_dictionary' });

  function walkAll(root: Cell, keyBits: number, options: { isAugmented?: boolean } = {}): number {
    const { bag, root: cell } = bagOf(root);
    const walk = new DictionaryWalk(bag, cell, keyBits, options);
    let count = 0;
    while (walk.next()) count++;
    return count;
  }

  it('of shared forks, which have 2^200 leaves in 200 cells, end with an error in bounded time', () => {
    let node = new CellBuilder().storeUint(0, 2).endCell();
    for (let level = 0; level < 200; level++) {
      node = new CellBuilder().storeUint(0, 2).storeRef(node).storeRef(node).endCell();
    }
    expect(() => walkAll(node, 200)).toThrow(bad);
  });

  it('as deep as a key allows are walked without recursion', () => {
    const key = (index: number): Uint8Array => {
      const bits = new Uint8Array(128);
      for (let bit = 0; bit < index; bit++) bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
      return bits.slice(0, 128);
    };
    const keyBits = 1023;
    const entries = Array.from({ length: keyBits + 1 }, (_, index) => ({ key: key(index), value: index }));
    const root = buildHashmap(entries, { keyBits, storeValue: (builder) => builder.storeBit(1) });
    expect(root?.depth()).toBe(1023);
    expect(walkAll(root as Cell, keyBits)).toBe(1024);
  });

  it('with thousands of pruned branches in a row are walked without recursion', () => {
    const forks = 13;
    const branches = 2 ** forks;
    /** All of the dictionary is left out but its last leaf. */
    const node = (depth: number, index: number): Cell => {
      const builder = new CellBuilder();
      if (depth < forks) {
        const children = [node(depth + 1, 2 * index), node(depth + 1, 2 * index + 1)] as const;
        return builder.storeUint(0, 2).storeRef(children[0]).storeRef(children[1]).endCell();
      }
      if (index === branches - 1) return builder.storeUint(0, 2).endCell();
      const hash = Buffer.alloc(32);
      hash.writeUInt32BE(index + 1);
      return builder.storeUint(0x0101, 16).storeBytes(hash).storeUint(0, 16).endExotic('pruned');
    };
    const { bag, root } = bagOf(node(0, 0));
    const walk = new DictionaryWalk(bag, root, forks, { skipsPruned: true });
    const keys: number[] = [];
    while (walk.next()) keys.push(walk.keyUint());
    expect(keys).toEqual([branches - 1]);
    expect(walk.next()).toBe(false);
  });

  it('with a fork that has other than two references, or data in a plain fork, are refused', () => {
    const leaf = new CellBuilder().storeUint(0, 2).endCell();
    const one = new CellBuilder().storeUint(0, 2).storeRef(leaf).endCell();
    const three = new CellBuilder().storeUint(0, 2).storeRef(leaf).storeRef(leaf).storeRef(leaf).endCell();
    const data = new CellBuilder().storeUint(0, 3).storeRef(leaf).storeRef(leaf).endCell();
    for (const root of [one, three, data]) expect(() => walkAll(root, 1)).toThrow(bad);
    expect(() => walkAll(one, 1, { isAugmented: true })).toThrow(bad);
    expect(walkAll(three, 1, { isAugmented: true })).toBe(2);
    const { bag, root } = bagOf(one);
    expect(() => findInDictionary(bag, root, 1, Uint8Array.of(0))).toThrow(bad);
    expect(() => setInHashmap(one, Uint8Array.of(0), 1, kindOf(1))).toThrow(bad);
  });

  it('with an exotic cell in place of a node are refused', () => {
    const leaf = new CellBuilder().storeUint(0, 2).endCell();
    const library = libraryReference(leaf.hash());
    const root = new CellBuilder().storeUint(0, 2).storeRef(leaf).storeRef(library).endCell();
    expect(() => walkAll(root, 1)).toThrow(expect.objectContaining({ code: 'cell_exotic' }));
    expect(() => setInHashmap(root, Uint8Array.of(0x80), 1, kindOf(1))).toThrow(bad);
  });

  it('with something behind a value are refused', () => {
    const root = buildHashmap([{ key: keyFromUint(1, 8), value: 5 }], kindOf(8));
    const { bag, root: cell } = bagOf(root);
    expect(() => loadHashmapEntries(bag, cell, 8, (slice) => slice.loadUint(31))).toThrow(
      expect.objectContaining({ code: 'trailing_data' }),
    );
  });
});

describe('a walk', () => {
  it('knows whether every label was in the form that the node writes', () => {
    const right = new CellBuilder().storeUint(0, 2).endCell();
    // `hml_long` where `hml_short` is shorter.
    const left = new CellBuilder().storeUint(0b10, 2).storeUint(0, 0).endCell();
    const { bag, root } = bagOf(new CellBuilder().storeUint(0, 2).storeRef(left).storeRef(right).endCell());
    const walk = new DictionaryWalk(bag, root, 1);
    const seen: [number, bigint, boolean][] = [];
    while (walk.next()) seen.push([walk.keyUint(), walk.keyBigInt(), walk.isCanonical]);
    expect(seen).toEqual([
      [0, 0n, false],
      [1, 1n, false],
    ]);
    expect(() => walk.slice).toThrow(expect.objectContaining({ code: 'bad_dictionary' }));
  });
});
