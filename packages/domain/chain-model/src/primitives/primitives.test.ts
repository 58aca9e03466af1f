import { describe, expect, it } from '@jest/globals';
import { Bag, CellBuilder, type CellSlice } from '@tonriver/boc';
import fc from 'fast-check';
import * as arbitrary from '../arbitraries.test-support.ts';
import {
  addCurrencyCollections,
  compareBytes,
  equalBytes,
  hashFromHex,
  hashToHex,
  loadCurrencyCollection,
  subtractCurrencyCollections,
  zeroCurrencyCollection,
} from './index.ts';
import { loadLayout, storeLayout } from './either.ts';
import { loadMaybe, storeMaybe } from './maybe.ts';
import { loadSmallVarUint, storeSmallVarUint } from './small-var-uint.ts';

const badValue = expect.objectContaining({ code: 'bad_value' });

function sliceOf(build: (builder: CellBuilder) => void): CellSlice {
  const builder = new CellBuilder();
  build(builder);
  const bag = Bag.of(builder.endCell());
  return bag.slice(bag.root);
}

describe('small variable-length numbers', () => {
  it('are read as they were written, up to six or two bytes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(3 as const, 7 as const),
        fc.nat(48),
        fc.bigInt(0n, (1n << 48n) - 1n),
        (limit, bits, random) => {
          const value = Number(BigInt.asUintN(Math.min(bits, (limit - 1) * 8), random));
          const slice = sliceOf((builder) => {
            storeSmallVarUint(builder, value, limit);
          });
          expect(loadSmallVarUint(slice, limit)).toBe(value);
          expect([slice.isEmpty, slice.sawNonCanonical]).toEqual([true, false]);
        },
      ),
    );
  });

  it('with a needless zero byte are read, but are not canonical', () => {
    for (const [length, value] of [
      [1, 0],
      [2, 255],
      [5, 0xffff_ffff],
      [6, 0],
    ] as const) {
      const slice = sliceOf((builder) => builder.storeUint(length, 3).storeUint(value, length * 8));
      expect(loadSmallVarUint(slice, 7)).toBe(value);
      expect(slice.sawNonCanonical).toBe(true);
    }
  });

  it('longer than their type allows are refused, in reading and in writing', () => {
    expect(() =>
      loadSmallVarUint(
        sliceOf((builder) => builder.storeUint(7, 3).storeUint(0, 56)),
        7,
      ),
    ).toThrow(badValue);
    expect(() =>
      loadSmallVarUint(
        sliceOf((builder) => builder.storeUint(3, 2).storeUint(0, 24)),
        3,
      ),
    ).toThrow(badValue);
    for (const value of [2 ** 48, -1, 0.5, Number.NaN]) {
      expect(() => {
        storeSmallVarUint(new CellBuilder(), value, 7);
      }).toThrow(badValue);
    }
    expect(() => {
      storeSmallVarUint(new CellBuilder(), 65_536, 3);
    }).toThrow(badValue);
  });
});

describe('amounts in several currencies', () => {
  it('add up in any order, and what was added can be taken away', () => {
    fc.assert(
      fc.property(arbitrary.currencies, arbitrary.currencies, (left, right) => {
        const sum = addCurrencyCollections(left, right);
        expect(addCurrencyCollections(right, left).grams).toBe(sum.grams);
        const positive = left.extra.filter(({ amount }) => amount > 0n);
        expect(subtractCurrencyCollections(sum, right)).toEqual({
          grams: left.grams,
          extra: right.extra.length === 0 ? left.extra : positive,
        });
      }),
    );
  });

  it('cannot become negative', () => {
    const some = { grams: 1n, extra: [{ currency: 7, amount: 1n }] };
    expect(() => subtractCurrencyCollections(zeroCurrencyCollection, some)).toThrow(badValue);
    expect(() => subtractCurrencyCollections({ grams: 1n, extra: [] }, some)).toThrow(badValue);
  });

  it('share one empty list when there are no extra currencies', () => {
    const load = (): unknown => loadCurrencyCollection(sliceOf((builder) => builder.storeCoins(5n).storeBit(0))).extra;
    expect(load()).toBe(zeroCurrencyCollection.extra);
  });

  it('with a needless zero byte or label in their dictionary are not canonical', () => {
    const leaf = new CellBuilder()
      .storeUint(0b10, 2)
      .storeUint(32, 6)
      .storeUint(0x1234_5678, 32)
      .storeUint(1, 5)
      .storeUint(0, 8);
    const slice = sliceOf((builder) => builder.storeUint(0, 4).storeBit(1).storeRef(leaf.endCell()));
    expect(loadCurrencyCollection(slice)).toEqual({ grams: 0n, extra: [{ currency: 0x1234_5678, amount: 0n }] });
    expect(slice.sawNonCanonical).toBe(true);
  });
});

describe('hashes', () => {
  it('are written as 64 digits and read in any case', () => {
    fc.assert(
      fc.property(arbitrary.hash, (hash) => {
        expect(hashFromHex(hashToHex(hash).toUpperCase())).toEqual(hash);
      }),
    );
    // A character that is no digit, at both ends of a byte and of the text.
    const wrong = ['g', '/', ':', '@', '`', ' ', '٣', '０'].flatMap((bad) =>
      [0, 1, 31, 62, 63].map((at) => `${'f'.repeat(at)}${bad}${'0'.repeat(63 - at)}`),
    );
    for (const text of ['', '0'.repeat(63), 'g'.repeat(64), ...wrong]) {
      expect(() => hashFromHex(text)).toThrow(expect.objectContaining({ code: 'bad_text' }));
    }
  });

  it('are ordered as numbers, a prefix first', () => {
    expect(compareBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBeLessThan(0);
    expect(compareBytes(Uint8Array.of(2), Uint8Array.of(1, 9))).toBeGreaterThan(0);
    expect(compareBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBeLessThan(0);
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1))).toBe(true);
  });
});

describe('Maybe and Either', () => {
  it('keep whether a value is there, and where it lies', () => {
    const slice = sliceOf((builder) => {
      storeMaybe(builder, 5, (inner, value) => void inner.storeUint(value, 8));
      storeMaybe<number>(builder, null, () => undefined);
      storeLayout(builder, 'inline');
      storeLayout(builder, 'reference');
    });
    const load = (inner: CellSlice): number => inner.loadUint(8);
    expect([loadMaybe(slice, load), loadMaybe(slice, load)]).toEqual([5, null]);
    expect([loadLayout(slice), loadLayout(slice)]).toEqual(['inline', 'reference']);
  });
});
