import { describe, expect, it } from '@jest/globals';
import { Bag, BocError, type BocErrorCode, Cell, CellBuilder, writeBag } from './index.ts';
import { chainOfCells, type HandmadeBag, type HandmadeCell, handmadeBag } from './handmade-bag.test-support.ts';

const leaf: HandmadeCell = { d1: 0, d2: 2, data: [0xaa] };
const pair: HandmadeBag = { cells: [{ d1: 1, d2: 1, data: [0xc0], refs: [1] }, leaf] };
const pairHash = new CellBuilder()
  .storeBit(1)
  .storeRef(new CellBuilder().storeUint(0xaa, 8).endCell())
  .endCell()
  .hash();
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

describe('Bag.parse accepts', () => {
  const accepted: readonly (readonly [string, HandmadeBag])[] = [
    ['a bare bag', pair],
    ['a checksum', { ...pair, hasCrc: true }],
    ['an index', { ...pair, index: [4, 7] }],
    ['an index with cache bits', { ...pair, index: [8, 15], flags: 0xa0 }],
    ['an index and a checksum', { ...pair, index: [4, 7], hasCrc: true }],
    ['the magic of bags with an index', { ...pair, magic: 0x68ff65f3 }],
    ['the magic of bags with index and checksum', { ...pair, magic: 0xacc3a728, hasCrc: true }],
    ['the widest references and offsets', { ...pair, refSize: 4, offsetSize: 8 }],
    ['a cell that no root reaches', { cells: [...pair.cells, leaf] }],
    ['stored hashes, without believing them', { cells: [{ ...pair.cells[0]!, d1: 17, stored: zeros(34) }, leaf] }],
  ];

  it.each(accepted)('%s', (_name, handmade) => {
    const bag = Bag.parse(handmadeBag(handmade));

    expect(bag.hash(bag.root)).toEqual(pairHash);
  });

  it('several roots, but then there is not the one root', () => {
    const bag = Bag.parse(handmadeBag({ ...pair, roots: [1, 0] }));

    expect(bag.roots).toEqual([1, 0]);
    expect(errorOf(() => bag.root).code).toBe('boc_bad_root');
  });

  it('one cell as several roots', () => {
    const bag = Bag.parse(writeBag([Cell.empty, Cell.empty]));

    expect([bag.cellCount, bag.roots]).toEqual([1, [0, 0]]);
  });

  it('trailing bytes when told so, and leaves them out', () => {
    const bytes = handmadeBag(pair);

    expect(Bag.parse(Buffer.concat([bytes, bytes]), { allowTrailingBytes: true }).bytes).toEqual(bytes);
  });

  it('1,023 cells below the root', () => {
    const bag = Bag.parse(handmadeBag({ cells: chainOfCells(1023), refSize: 2 }));

    expect(bag.depth(bag.root)).toBe(1023);
  });
});

describe('Bag.parse refuses', () => {
  const root = pair.cells[0]!;
  const pruned = (mask: number, hashes: number): HandmadeCell => ({
    d1: 8 + (mask << 5),
    d2: 2 * (2 + 34 * hashes),
    data: [1, mask, ...zeros(34 * hashes)],
  });
  const refused: readonly (readonly [string, BocErrorCode, HandmadeBag])[] = [
    ['another magic', 'boc_bad_magic', { ...pair, magic: 0xb5ee9c73 }],
    ['unknown flags', 'boc_bad_header', { ...pair, flags: 0x08 }],
    ['cache bits without an index', 'boc_bad_header', { ...pair, flags: 0x20 }],
    ['references of no size', 'boc_bad_header', { ...pair, flags: 0, refSize: 0 }],
    ['references of five bytes', 'boc_bad_header', { ...pair, refSize: 5 }],
    ['offsets of no size', 'boc_bad_header', { ...pair, offsetSize: 0 }],
    ['offsets of nine bytes', 'boc_bad_header', { ...pair, offsetSize: 9 }],
    ['no cells', 'boc_bad_header', { ...pair, cellCount: 0 }],
    ['no roots', 'boc_bad_header', { ...pair, roots: [] }],
    ['more roots than there are', 'boc_truncated', { ...pair, rootCount: 13 }],
    ['two roots in a bag of the old form', 'boc_bad_header', { ...pair, magic: 0x68ff65f3, rootCount: 2 }],
    ['a root beyond the cells', 'boc_bad_root', { ...pair, roots: [2] }],
    ['absent cells in the header', 'boc_absent_cell', { ...pair, absentCount: 1 }],
    ['an absent cell', 'boc_absent_cell', { cells: [root, { d1: 0x17, d2: 0, stored: zeros(34) }] }],
    ['more cells than there can be', 'boc_bad_header', { ...pair, refSize: 4, cellCount: 2 ** 32 - 1 }],
    ['more cells than there are', 'boc_truncated', { ...pair, cellCount: 3 }],
    ['fewer cells than there are', 'boc_bad_header', { cells: [leaf, leaf], cellCount: 1 }],
    ['more data than there is', 'boc_truncated', { ...pair, offsetSize: 8, dataSize: 2 ** 63 }],
    ['an index that does not fit', 'boc_bad_header', { ...pair, index: [3, 7] }],
    ['an index that is too large', 'boc_bad_header', { ...pair, offsetSize: 8, index: [2 ** 63, 7] }],
    ['a reference to itself', 'boc_bad_reference', { cells: [{ ...root, refs: [0] }, leaf] }],
    ['a reference backward', 'boc_bad_reference', { cells: [root, { d1: 1, d2: 0, refs: [0] }] }],
    ['a reference beyond the cells', 'boc_bad_reference', { cells: [{ ...root, refs: [2] }, leaf] }],
    ['five references', 'boc_bad_cell', { cells: [{ d1: 5, d2: 0, refs: [1, 1, 1, 1, 1] }, leaf] }],
    ['a needless completion bit', 'boc_bad_cell', { cells: [{ d1: 0, d2: 1, data: [0x80] }] }],
    ['no completion bit', 'boc_bad_cell', { cells: [{ d1: 0, d2: 1, data: [0x00] }] }],
    ['a level mask that nothing causes', 'boc_bad_cell', { cells: [{ d1: 0x20, d2: 0 }] }],
    ['a level mask that leaves out a child', 'boc_bad_cell', { cells: [root, pruned(1, 1)] }],
    ['1,024 cells below the root', 'boc_too_deep', { cells: chainOfCells(1024), refSize: 2 }],
    ['an exotic cell without a type', 'boc_bad_cell', { cells: [{ d1: 8, d2: 1, data: [0x18] }] }],
    ['an exotic cell of type 0', 'boc_bad_cell', { cells: [{ d1: 8, d2: 2, data: [0] }] }],
    ['an exotic cell of type 5', 'boc_bad_cell', { cells: [{ d1: 8, d2: 2, data: [5] }] }],
    ['a pruned branch of no level', 'boc_bad_cell', { cells: [pruned(0, 0)] }],
    ['a pruned branch of level 4', 'boc_bad_cell', { cells: [{ ...pruned(0, 1), data: [1, 8, ...zeros(34)] }] }],
    ['a pruned branch with too few hashes', 'boc_bad_cell', { cells: [pruned(3, 1)] }],
    ['a pruned branch with a reference', 'boc_bad_cell', { cells: [{ ...pruned(1, 1), d1: 0x29, refs: [1] }, leaf] }],
    [
      'a library with a reference',
      'boc_bad_cell',
      { cells: [{ d1: 9, d2: 66, data: [2, ...zeros(32)], refs: [1] }, leaf] },
    ],
    ['a short library', 'boc_bad_cell', { cells: [{ d1: 8, d2: 64, data: [2, ...zeros(31)] }] }],
    ['a proof of nothing', 'boc_bad_cell', { cells: [{ d1: 8, d2: 70, data: [3, ...zeros(34)] }] }],
    [
      'a proof with another depth',
      'boc_bad_merkle',
      { cells: [{ d1: 9, d2: 70, data: [3, ...zeros(33), 1], refs: [1] }, leaf] },
    ],
    [
      'an update of one cell',
      'boc_bad_cell',
      { cells: [{ d1: 9, d2: 138, data: [4, ...zeros(68)], refs: [1] }, leaf] },
    ],
  ];

  it.each(refused)('%s', (_name, code, handmade) => {
    const bytes = handmadeBag(handmade);
    const error = errorOf(() => Bag.parse(bytes));

    expect([error.code, error.message]).toEqual([code, error.message]);
    expect(error.fields['offset']).toBeGreaterThanOrEqual(0);
    expect(error.fields['offset']).toBeLessThanOrEqual(bytes.length);
  });

  it('every beginning of a bag', () => {
    const bytes = handmadeBag({ ...pair, index: [4, 7], hasCrc: true });
    for (let length = 0; length < bytes.length; length++) {
      expect(errorOf(() => Bag.parse(bytes.subarray(0, length))).code).toBe('boc_truncated');
    }
  });

  it('trailing bytes', () => {
    const bytes = handmadeBag(pair);

    expect(errorOf(() => Bag.parse(Buffer.concat([bytes, Uint8Array.of(0)])))).toMatchObject({
      code: 'boc_trailing_bytes',
      fields: { offset: bytes.length },
    });
  });

  it('a checksum with any wrong bit', () => {
    const bytes = handmadeBag({ ...pair, hasCrc: true });
    for (let bit = 0; bit < 32; bit++) {
      const damaged = bytes.slice();
      damaged[bytes.length - 1 - (bit >> 3)]! ^= 1 << (bit & 7);

      expect(errorOf(() => Bag.parse(damaged)).code).toBe('boc_bad_crc');
    }
  });

  it('more cells or deeper cells than the caller allows', () => {
    const bytes = handmadeBag(pair);

    expect(errorOf(() => Bag.parse(bytes, { cellCountMax: 1 })).code).toBe('boc_too_large');
    expect(errorOf(() => Bag.parse(bytes, { depthMax: 0 })).code).toBe('boc_too_deep');
  });
});

describe('A Merkle cell that states another hash than its child has', () => {
  const proof = (child: readonly HandmadeCell[]): Bag =>
    Bag.parse(
      handmadeBag({ cells: [{ d1: 9, d2: 70, data: [3, ...zeros(33), child.length - 1], refs: [1] }, ...child] }),
    );

  it('is found when it is hashed, again and again, and spoils nothing below it', () => {
    const bag = proof([leaf]);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(errorOf(() => bag.hash(0))).toMatchObject({ code: 'boc_bad_merkle', fields: { cell: 0, position: 0 } });
    }

    expect(bag.hash(1)).toEqual(new CellBuilder().storeUint(0xaa, 8).endCell().hash());
  });

  it('is found in a batch', () => {
    const bag = proof(chainOfCells(50).map((cell) => ({ ...cell, refs: (cell.refs ?? []).map((ref) => ref + 1) })));
    for (let attempt = 0; attempt < 2; attempt++) expect(errorOf(() => bag.hashAll()).code).toBe('boc_bad_merkle');

    expect(bag.depth(1)).toBe(50);
    expect(bag.hash(51)).toEqual(new CellBuilder().endCell().hash());
  });
});

describe('A cell number that is not of the bag', () => {
  it('is refused by every question about it', () => {
    const bag = Bag.parse(handmadeBag(pair));
    for (const cell of [-1, 2, 0.5, Number.NaN]) {
      const questions = [
        () => bag.hash(cell),
        () => bag.depth(cell),
        () => bag.slice(cell),
        () => bag.exoticSlice(cell),
        () => bag.toCell(cell),
        () => bag.hashUnder([cell]),
        () => bag.ref(cell, 0),
        () => bag.levelMask(cell),
      ];
      for (const question of questions) expect(errorOf(question).code).toBe('boc_no_such_cell');
    }
    expect(errorOf(() => bag.ref(0, 1)).code).toBe('cell_underflow');
  });
});

function errorOf(action: () => unknown): BocError {
  try {
    action();
  } catch (error) {
    if (error instanceof BocError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown');
}
