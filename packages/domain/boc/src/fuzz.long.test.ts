import { describe, expect, it } from '@jest/globals';
import { recordedData } from '@tonriver/testing';
import fc from 'fast-check';
import { arbitraryCell } from './arbitrary-cell.test-support.ts';
import { Bag, BocError, crc32c, hashRemainder, serializeTree, writeBag } from './index.ts';

type Mutation = readonly ['flip' | 'set' | 'insert' | 'delete' | 'copy', number, number];

const runs = 30_000;
const caseMsMax = 1000;
const bytesMax = 20_000;

const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.tuple(fc.constantFrom('flip', 'flip', 'flip', 'set', 'insert', 'delete', 'copy'), fc.nat(), fc.nat()),
  { minLength: 1, maxLength: 4 },
);

describe('Damaged bags', () => {
  it('are read or refused with a BocError, quickly, and never crash what reads them', () => {
    const blocks =
      recordedData()
        ?.blocks()
        .filter((block) => block.bytes < bytesMax) ?? [];
    const recorded = blocks.slice(0, 200).map((block) => block.read());
    const built = arbitraryCell().map((cell) => writeBag([cell]));
    const seed = recorded.length > 0 ? fc.oneof(built, fc.constantFrom(...recorded)) : built;
    const outcomes = new Map<string, number>();
    fc.assert(
      fc.property(seed, mutations, fc.integer({ min: 0, max: 9 }), (bytes, list, luck) => {
        const damaged = list.reduce(mutate, bytes);
        if (luck > 0) repairChecksum(damaged);
        const started = performance.now();
        const outcome = readEverything(damaged);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);

        expect(performance.now() - started).toBeLessThan(caseMsMax);
      }),
      { numRuns: runs },
    );

    expect(outcomes.get('read')).toBeGreaterThan(0);
    expect(outcomes.get('boc_bad_cell')).toBeGreaterThan(0);
    expect(outcomes.get('boc_bad_merkle')).toBeGreaterThan(0);
  });
});

function mutate(bytes: Uint8Array, [kind, where, what]: Mutation): Uint8Array {
  const at = where % bytes.length;
  const changed = bytes.slice();
  if (kind === 'flip') changed[at]! ^= 1 << (what & 7);
  if (kind === 'set') changed[at] = what;
  if (kind === 'copy') changed.copyWithin(at, what % bytes.length, (what % bytes.length) + 40);
  if (kind === 'insert') return Buffer.concat([bytes.subarray(0, at), Uint8Array.of(what), bytes.subarray(at)]);
  if (kind === 'delete' && bytes.length > 8) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
  return changed;
}

function repairChecksum(bytes: Uint8Array): void {
  if (bytes.length < 10 || (bytes[4]! & 0x40) === 0) return;
  const end = bytes.length - 4;
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).writeUInt32LE(crc32c(bytes, 0, end), end);
}

/** Calls every reader on a bag; returns `read`, or the code of the error. */
function readEverything(bytes: Uint8Array): string {
  try {
    const bag = Bag.parse(bytes);
    bag.hashAll();
    for (const root of bag.roots) {
      const written = Bag.parse(serializeTree(bag, root));
      expect(written.hash(written.root)).toEqual(bag.hash(root));
      expect(bag.toCell(root).hash()).toEqual(bag.hash(root));
      hashRemainder(bag.exoticSlice(root));
    }
    return 'read';
  } catch (error) {
    if (error instanceof BocError) return error.code;
    throw error;
  }
}
