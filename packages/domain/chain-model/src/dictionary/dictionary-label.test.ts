import { describe, expect, it } from '@jest/globals';
import { Bag, type CellSlice, CellBuilder } from '@tonriver/boc';
import fc from 'fast-check';
import { canonicalLabelForm, type LabelForm, labelLengthBits, loadLabel, storeLabel } from './dictionary-label.ts';
import { bitAt, sliceBits } from './key-bits.ts';

const keyBitsMax = 64;

interface Label {
  readonly key: Uint8Array;
  readonly length: number;
  readonly max: number;
}

/** Labels of which about half consist of one bit repeated. */
const labels: fc.Arbitrary<Label> = fc
  .record({
    bytes: fc.uint8Array({ minLength: 8, maxLength: 8 }),
    uniform: fc.option(fc.boolean()),
    lengths: fc.tuple(fc.nat(keyBitsMax), fc.nat(keyBitsMax)),
  })
  .map(({ bytes, uniform, lengths: [one, other] }) => {
    const length = Math.min(one, other);
    const key = uniform === null ? bytes : bytes.map(() => (uniform ? 255 : 0));
    return { key: sliceBits(key, 0, length), length, max: Math.max(one, other) };
  });

function isUniform({ key, length }: Label): boolean {
  for (let index = 1; index < length; index++) if (bitAt(key, index) !== bitAt(key, 0)) return false;
  return length > 0;
}

function bitsIn(form: LabelForm, { length, max }: Label): number {
  if (form === 'short') return 2 * length + 2;
  return form === 'long' ? 2 + labelLengthBits(max) + length : 3 + labelLengthBits(max);
}

/** The label in a form of our choice, written by the scheme's definition. */
function inForm(form: LabelForm, { key, length, max }: Label): CellSlice {
  const builder = new CellBuilder();
  if (form === 'short') {
    builder.storeBit(0);
    for (let index = 0; index < length; index++) builder.storeBit(1);
    builder.storeBit(0).storeBits(key, length);
  } else if (form === 'long') {
    builder.storeUint(0b10, 2).storeUint(length, labelLengthBits(max)).storeBits(key, length);
  } else {
    builder.storeUint(0b11, 2).storeBit(length > 0 ? bitAt(key, 0) : 0);
    builder.storeUint(length, labelLengthBits(max));
  }
  const bag = Bag.of(builder.endCell());
  return bag.slice(bag.root);
}

describe('dictionary labels', () => {
  it('are written in the shortest form, short before long and same where they are equally long', () => {
    fc.assert(
      fc.property(labels, (label) => {
        const possible: LabelForm[] = isUniform(label) ? ['short', 'long', 'same'] : ['short', 'long'];
        const shortest = Math.min(...possible.map((form) => bitsIn(form, label)));
        const expected = possible.find((form) => bitsIn(form, label) === shortest);
        expect(canonicalLabelForm(label.length, label.max, isUniform(label))).toBe(expected);
        const builder = new CellBuilder();
        storeLabel(builder, label.key, 0, label.length, label.max);
        expect(builder.bitLength).toBe(shortest);
      }),
    );
  });

  it('are read in every form, and only the form that would be written is canonical', () => {
    fc.assert(
      fc.property(labels, (label) => {
        const canonical = canonicalLabelForm(label.length, label.max, isUniform(label));
        for (const form of ['short', 'long', 'same'] as const) {
          if (form === 'same' && !isUniform(label) && label.length > 0) continue;
          const slice = inForm(form, label);
          const key = new Uint8Array(8);
          expect(loadLabel(slice, key, 0, label.max)).toBe(label.length);
          expect(sliceBits(key, 0, label.length)).toEqual(label.key);
          expect(slice.remainingBits).toBe(0);
          expect({ form, isCanonical: !slice.sawNonCanonical }).toEqual({ form, isCanonical: form === canonical });
        }
      }),
    );
  });

  it('go into a key behind the bits that are there already', () => {
    const key = Uint8Array.of(0b1010_0000, 0, 0);
    const label = { key: Uint8Array.of(0b1100_1100, 0b1000_0000), length: 9, max: 20 };
    expect(loadLabel(inForm('long', label), key, 3, 20)).toBe(9);
    expect([...key]).toEqual([0b1011_1001, 0b1001_0000, 0]);
  });

  it('longer than what is left of the key are refused', () => {
    for (const form of ['short', 'long', 'same'] as const) {
      const slice = inForm(form, { key: Uint8Array.of(0xff), length: 7, max: 7 });
      expect(() => loadLabel(slice, new Uint8Array(8), 0, 6)).toThrow(
        expect.objectContaining({ code: 'bad_dictionary' }),
      );
    }
  });

  it('that end before their bits are refused', () => {
    for (const bits of [[], [0, 1, 1, 1], [1, 0, 1], [1, 1, 0, 1]]) {
      const builder = new CellBuilder();
      for (const bit of bits) builder.storeBit(bit);
      const bag = Bag.of(builder.endCell());
      expect(() => loadLabel(bag.slice(bag.root), new Uint8Array(8), 0, 64)).toThrow(
        expect.objectContaining({ code: 'cell_underflow' }),
      );
    }
  });
});
