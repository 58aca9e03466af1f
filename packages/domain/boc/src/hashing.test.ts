import { describe, expect, it } from '@jest/globals';
import { describeRecorded } from '@tonriver/testing';
import fc from 'fast-check';
import { compileKernel, generatedFile } from '../build/compile-kernel.test-support.ts';
import { readFileSync } from 'node:fs';
import { arbitraryCell } from './arbitrary-cell.test-support.ts';
import { Bag, type Cell } from './index.ts';
import { chainOfCells, handmadeBag } from './handmade-bag.test-support.ts';
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

  it('hashes cells of several bags at once as those of each alone, whatever is known of them', () => {
    const arbitraryWish = fc.record({
      cell: arbitraryCell({ sizeMax: 60 }),
      known: fc.array(fc.nat(), { maxLength: 4 }),
      wanted: fc.array(fc.nat(), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(fc.array(arbitraryWish, { maxLength: 6 }), (wishes) => {
        const asked = wishes.map(({ cell, known, wanted }) => {
          const bag = Bag.of(cell);
          bag.hashUnder(known.map((pick) => pick % bag.cellCount));
          return { bag, cells: wanted.map((pick) => pick % bag.cellCount) };
        });
        // The same bag for another reader, and for other cells.
        const again = asked.map(({ bag }) => ({ bag: bag.withOpenings(1), cells: [bag.root] }));
        Bag.hashTogether([...asked, ...again]);

        for (const [index, { bag }] of asked.entries()) {
          const alone = hashedOneByOne(Bag.of(wishes[index]!.cell));
          // All are there now, and none is computed later.
          expect(Buffer.from(bag.hashTable)).toEqual(Buffer.from(alone.hashTable));
          expect(allHashes(bag)).toEqual(allHashes(alone));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('refuses a Merkle cell of one of several bags, and can hash the others afterwards', () => {
    const proof = { d1: 9, d2: 70, data: [3, ...Array.from({ length: 34 }, () => 0)], refs: [1] };
    const wrong = Bag.parse(handmadeBag({ cells: [proof, { d1: 0, d2: 0 }] }));
    const chain = (length: number) => Bag.parse(handmadeBag({ cells: chainOfCells(length) }));
    const [first, last] = [chain(30), chain(40)];
    const together = () => Bag.hashTogether([first, wrong, last].map((bag) => ({ bag, cells: [bag.root] })));

    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(together).toThrow(expect.objectContaining({ code: 'boc_bad_merkle' }));
    }
    for (const [bag, same] of [
      [first, chain(30)],
      [last, chain(40)],
    ] as const) {
      expect(allHashes(bag)).toEqual(allHashes(hashedOneByOne(same)));
    }
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
