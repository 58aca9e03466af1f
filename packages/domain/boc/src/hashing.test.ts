import { describe, expect, it } from '@jest/globals';
import { describeRecorded } from '@tonriver/testing';
import fc from 'fast-check';
import { compileKernel, generatedFile } from '../build/compile-kernel.test-support.ts';
import { readFileSync } from 'node:fs';
import { arbitraryCell } from './arbitrary-cell.test-support.ts';
import { Bag, type Cell } from './index.ts';
import { borrowKernel } from './kernel.ts';

const levels = [0, 1, 2, 3];

describe('The hashing kernel', () => {
  it('is used on this machine', () => {
    expect(borrowKernel(1)).toBeDefined();
  });

  it('is what its source compiles to', async () => {
    expect(await compileKernel()).toBe(readFileSync(generatedFile, 'utf8'));
  });

  it('agrees with hashing cell by cell, at all levels of all cells', () => {
    fc.assert(
      fc.property(arbitraryCell({ sizeMax: 80 }), (cell) => {
        const batched = Bag.of(cell);
        batched.hashAll();
        expect(allHashes(batched)).toEqual(allHashes(hashedOneByOne(Bag.of(cell))));
        expect(heapHashes(cell)).toEqual(heapHashes(batched.toCell(batched.root)));
      }),
      { numRuns: 200 },
    );
  });

  it('takes the cells of the bag that is asked, whichever was read last', () => {
    fc.assert(
      fc.property(arbitraryCell({ sizeMax: 80 }), arbitraryCell({ sizeMax: 80 }), (cell, other) => {
        const [bag, otherBag] = [Bag.of(cell), Bag.of(other)];
        bag.hashAll();
        otherBag.hashAll();

        expect([bag.hash(bag.root), otherBag.hash(otherBag.root)]).toEqual([cell.hash(), other.hash()]);
      }),
    );
  });

  it('goes on from the hashes that are known already', () => {
    fc.assert(
      fc.property(arbitraryCell({ sizeMax: 120 }), fc.array(fc.nat(), { maxLength: 10 }), (cell, picks) => {
        const bag = Bag.of(cell);
        bag.hashUnder(picks.map((pick) => pick % bag.cellCount));
        bag.hashUnder([bag.root]);

        expect(allHashes(bag)).toEqual(allHashes(hashedOneByOne(Bag.of(cell))));
      }),
    );
  });
});

describeRecorded('Hashing recorded blocks', (data) => {
  it('gives every cell of a large block the same hashes in batches and one by one', () => {
    const largest = data.blocks().reduce((left, right) => (right.bytes > left.bytes ? right : left));
    const batched = Bag.parse(largest.read());
    batched.hashAll();

    expect(Buffer.from(allHashes(batched)).equals(allHashes(hashedOneByOne(Bag.parse(largest.read()))))).toBe(true);
  });
});

/** From the last cell to the first every cell finds its children hashed: no batch is ever large enough. */
function hashedOneByOne(bag: Bag): Bag {
  for (let cell = bag.cellCount - 1; cell >= 0; cell--) bag.hash(cell);
  return bag;
}

function allHashes(bag: Bag): Uint8Array {
  return Buffer.concat(
    Array.from({ length: bag.cellCount }, (_, cell) => levels.map((level) => bag.hash(cell, level))).flat(),
  );
}

function heapHashes(cell: Cell): string[] {
  return levels.map((level) => Buffer.from(cell.hash(level)).toString('hex'));
}
