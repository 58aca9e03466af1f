import { describe, expect, it } from '@jest/globals';
import { BocError, Cell, CellBuilder, merkleUpdate, prunedBranch } from './index.ts';
import { libraryReference, merkleProof } from './exotic-cells.ts';

const leaf = new CellBuilder().storeUint(1, 8).endCell();
const tree = new CellBuilder().storeUint(2, 8).storeRef(leaf).storeRef(Cell.empty).endCell();
const prunedTree = new CellBuilder().storeUint(2, 8).storeRef(prunedBranch(leaf)).storeRef(Cell.empty).endCell();

describe('Exotic cells', () => {
  it('a pruned branch keeps hash and depth of its cell at level 0, and so does every cell over it', () => {
    expect([prunedTree.hash(0), prunedTree.depth(0)]).toEqual([tree.hash(), tree.depth()]);
    expect([prunedTree.levelMask, prunedTree.hash() === tree.hash()]).toEqual([1, false]);
  });

  it('a Merkle proof has level 0 and states the hash of the whole tree', () => {
    const proof = merkleProof(prunedTree);

    expect([proof.levelMask, proof.bitLength, proof.type]).toEqual([0, 280, 'merkle_proof']);
    expect(proof.bits.subarray(1, 33)).toEqual(tree.hash());
  });

  it('a Merkle update states both hashes', () => {
    const update = merkleUpdate(prunedTree, leaf);

    expect([update.levelMask, update.bitLength, update.type]).toEqual([0, 552, 'merkle_update']);
    expect(update.bits.subarray(1, 33)).toEqual(tree.hash());
    expect(update.bits.subarray(33, 65)).toEqual(leaf.hash());
  });

  it('a cell with levels can be pruned one level higher, not at its own', () => {
    const twice = prunedBranch(prunedTree, 2);

    expect([twice.levelMask, twice.hash(0), twice.hash(1)]).toEqual([3, tree.hash(), prunedTree.hash(1)]);
    expect(() => prunedBranch(prunedTree, 1)).toThrow(BocError);
    expect(() => prunedBranch(leaf, 4)).toThrow(BocError);
  });

  it('are refused with another shape or another child than they state', () => {
    const builder = (type: number): CellBuilder => new CellBuilder().storeUint(type, 8);
    const refused: readonly (() => Cell)[] = [
      () => builder(2).storeBytes(new Uint8Array(31)).endExotic('library'),
      () => builder(3).storeBytes(leaf.hash()).storeUint(0, 16).endExotic('merkle_proof'),
      () => builder(3).storeBytes(leaf.hash()).storeUint(0, 16).storeRef(tree).endExotic('merkle_proof'),
      () => builder(3).storeBytes(leaf.hash()).storeUint(1, 16).storeRef(leaf).endExotic('merkle_proof'),
      () => builder(1).storeUint(0, 8).endExotic('pruned'),
      () => builder(5).endExotic('pruned'),
      () => libraryReference(new Uint8Array(33)),
      () => new CellBuilder().storeCell(libraryReference(new Uint8Array(32))).endExotic('merkle_update'),
    ];
    for (const build of refused) expect(build).toThrow(BocError);
  });
});

describe('Cell', () => {
  it('takes bits beyond its length for zero', () => {
    const cell = new Cell({ bits: Uint8Array.of(0xff, 0xff), bitLength: 3, refs: [] });

    expect([cell.bits, cell.hash()]).toEqual([Uint8Array.of(0xe0), new CellBuilder().storeUint(7, 3).endCell().hash()]);
  });

  it('refuses to be deeper than 1,023, too full, or shorter than stated', () => {
    let chain = Cell.empty;
    for (let depth = 0; depth < 1023; depth++) chain = new CellBuilder().storeRef(chain).endCell();

    expect(chain.depth()).toBe(1023);
    expect(chain.hash()).toHaveLength(32);
    expect(() => new CellBuilder().storeRef(chain).endCell()).toThrow(BocError);
    expect(() => new Cell({ bits: new Uint8Array(128), bitLength: 1024, refs: [] })).toThrow(BocError);
    expect(() => new Cell({ bits: new Uint8Array(1), bitLength: 9, refs: [] })).toThrow(BocError);
    expect(() => new Cell({ bits: new Uint8Array(0), bitLength: 0, refs: [leaf, leaf, leaf, leaf, leaf] })).toThrow(
      BocError,
    );
  });
});
