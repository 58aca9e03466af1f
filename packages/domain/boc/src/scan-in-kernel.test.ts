import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryCell } from './arbitrary-cell.test-support.ts';
import { readBagHeader } from './bag-header.ts';
import type { CellTable } from './cell-table.ts';
import { BocError, writeBag } from './index.ts';
import { linkCells } from './link-cells.ts';
import { scanCells } from './scan-cells.ts';
import { scanInKernel } from './scan-in-kernel.ts';

type Change = readonly [where: number, value: number];

const changes: fc.Arbitrary<readonly Change[]> = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 3 });
const form = fc.record({ index: fc.boolean(), cacheBits: fc.boolean(), hashes: fc.boolean() });

describe('Reading cells in the kernel', () => {
  it('finds the same cells as reading them without it, and refuses what that refuses', () => {
    const outcomes = { read: 0, refused: 0 };
    fc.assert(
      fc.property(arbitraryCell(), form, changes, fc.integer({ min: 1, max: 60 }), (cell, options, list, depthMax) => {
        const bytes = writeBag([cell], { ...options, crc: false });
        for (const [where, value] of list) changeCells(bytes, where, value);
        const expected = readWithout(bytes, depthMax);
        outcomes[expected === undefined ? 'refused' : 'read'] += 1;

        expect(contentOf(scanInKernel(bytes, readBagHeader(bytes), depthMax))).toEqual(contentOf(expected));
      }),
      { numRuns: 2000 },
    );

    expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(100);
  });
});

/** Sets a byte behind the header, so that there are cells to be read. */
function changeCells(bytes: Uint8Array, where: number, value: number): void {
  const { indexStart } = readBagHeader(bytes);
  bytes[indexStart + (where % (bytes.length - indexStart))] = value;
}

function readWithout(bytes: Uint8Array, depthMax: number): CellTable | undefined {
  try {
    return linkCells(scanCells(bytes, readBagHeader(bytes)), depthMax);
  } catch (error) {
    if (error instanceof BocError) return undefined;
    throw error;
  }
}

/** Everything that a table says; of the places for references those that are used. */
function contentOf(table: CellTable | undefined): unknown {
  if (table === undefined) return undefined;
  const { bytes, dataStart, bitLengths, refCounts, refs, types, levelMasks, hashStart, depths } = table;
  const used = Array.from(refCounts, (count, cell) => refs.slice(cell * 4, cell * 4 + count));
  return { bytes, dataStart, bitLengths, refCounts, used, types, levelMasks, hashStart, depths };
}
