import { describe, expect, it } from '@jest/globals';
import { buildHashmapAug, compareBytes, hashToHex } from '@tonriver/chain-model';
import fc from 'fast-check';
import {
  changeLiveDictionary,
  eachLiveValue,
  emptyLiveDictionary,
  findInLiveDictionary,
  joinLiveHalves,
  type LiveDictionary,
  type LiveKind,
  readLiveDictionary,
  liveHalf,
  writeLiveDictionary,
} from './live-dictionary.ts';

const kind: LiveKind<bigint, bigint> = {
  keyBits: 16,
  storeValue: (builder, value) => void builder.storeUint(value, 32),
  loadValue: (slice) => BigInt(slice.loadUint(32)),
  extraOf: (value) => value,
  augmentation: {
    load: (slice) => slice.loadUint64(),
    store: (builder, extra) => void builder.storeUint(extra, 64),
    combine: (left, right) => left + right,
    empty: 0n,
    refsMax: 0,
  },
};

/** The same dictionary, built in one step by the chain model. */
function built(entries: ReadonlyMap<number, bigint>) {
  const sorted = [...entries].map(([key, value]) => ({ key: Uint8Array.of(key >> 8, key & 255), value }));
  return buildHashmapAug(
    sorted.sort((left, right) => compareBytes(left.key, right.key)),
    kind,
  );
}

function text({ root, extra }: ReturnType<typeof built>): string {
  return `${root === null ? 'empty' : hashToHex(root.hash())} ${extra}`;
}

function change(dictionary: LiveDictionary<bigint, bigint>, changes: ReadonlyMap<number, bigint | null>) {
  const list = [...changes].map(([key, value]) => ({ key: Uint8Array.of(key >> 8, key & 255), value }));
  return changeLiveDictionary(dictionary, list);
}

const keys = fc.integer({ min: 0, max: 65_535 });
const batch = fc.uniqueArray(fc.tuple(keys, fc.option(fc.bigInt({ min: 0n, max: 0xffffffffn }))), {
  selector: ([key]) => key,
  maxLength: 40,
});

describe('a live dictionary', () => {
  it('equals a dictionary built in one step, after any batches of changes and removals', () => {
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 5 }), (batches) => {
        let dictionary = emptyLiveDictionary(kind);
        const entries = new Map<number, bigint>();
        for (const changes of batches) {
          // Mostly removes existing keys.
          const known = [...entries.keys()].slice(0, 10).map((key) => [key, null] as const);
          const all = new Map<number, bigint | null>([...known, ...changes]);
          dictionary = change(dictionary, all);
          for (const [key, value] of all) {
            if (value === null) entries.delete(key);
            else entries.set(key, value);
          }
          expect(text(writeLiveDictionary(dictionary))).toBe(text(built(entries)));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is the same after it was written and read again, also when only a part of it was read before a change', () => {
    fc.assert(
      fc.property(
        fc.array(batch, { minLength: 1, maxLength: 6 }),
        fc.array(keys, { maxLength: 5 }),
        (batches, looked) => {
          let kept = emptyLiveDictionary(kind);
          let stored = emptyLiveDictionary(kind);
          const entries = new Map<number, bigint>();
          for (const changes of batches) {
            const all = new Map(changes);
            for (const [key, value] of all) {
              if (value === null) entries.delete(key);
              else entries.set(key, value);
            }
            kept = change(kept, all);
            stored = readLiveDictionary(kind, writeLiveDictionary(change(stored, all)).root);
            expect(text(writeLiveDictionary(stored))).toBe(text(writeLiveDictionary(kept)));
            for (const key of [...looked, ...entries.keys()].slice(0, 6)) {
              expect(findInLiveDictionary(stored, Uint8Array.of(key >> 8, key & 255))).toBe(entries.get(key));
            }
          }
          const inOrder = [...entries].sort(([left], [right]) => left - right).map(([, value]) => value);
          expect([...eachLiveValue(stored)]).toEqual(inOrder);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is split at a bit after a common prefix, and joined again', () => {
    fc.assert(
      fc.property(batch, fc.integer({ min: 0, max: 7 }), (changes, prefix) => {
        const depth = 3;
        const entries = new Map<number, bigint>();
        for (const [key, value] of changes) entries.set((prefix << 13) | (key & 0x1fff), value ?? 0n);
        const whole = change(emptyLiveDictionary(kind), entries);
        const halves = ([0, 1] as const).map((bit) => liveHalf(whole, depth, bit)) as [typeof whole, typeof whole];
        for (const [bit, half] of halves.entries()) {
          const expected = new Map([...entries].filter(([key]) => ((key >> (15 - depth)) & 1) === bit));
          expect(text(writeLiveDictionary(half))).toBe(text(built(expected)));
        }
        expect(text(writeLiveDictionary(joinLiveHalves(...halves, depth)))).toBe(text(built(entries)));
      }),
      { numRuns: 60 },
    );
  });
});
