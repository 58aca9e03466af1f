import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder, fillPrunedBranches, serializeTreeWithout } from './index.ts';
import { merkleProof } from './exotic-cells.ts';

const leaf = (value: number, ...refs: readonly Cell[]): Cell => {
  const builder = new CellBuilder().storeUint(value, 32);
  for (const ref of refs) builder.storeRef(ref);
  return builder.endCell();
};
const code = leaf(1, leaf(2), leaf(3, leaf(4)));
const without = (tree: Cell, subtree: Cell): Uint8Array | undefined => {
  const bag = Bag.of(leaf(0, tree, subtree));
  return serializeTreeWithout(bag, bag.ref(bag.root, 0), bag.ref(bag.root, 1));
};

describe('a tree without one of its subtrees', () => {
  it.each([
    ['below the root', leaf(9, leaf(8), code)],
    ['deeper, and twice', leaf(9, leaf(8, leaf(7, code)), leaf(6, code), leaf(5))],
  ])('is filled again to the same tree: %s', (_, tree) => {
    const bytes = without(tree, code) ?? new Uint8Array();
    const bag = Bag.parse(bytes);
    expect(Buffer.from(bag.hash(bag.root, 0))).toEqual(Buffer.from(tree.hash()));
    expect(Buffer.from(fillPrunedBranches(bag.toCell(bag.root), code).hash())).toEqual(Buffer.from(tree.hash()));
  });

  it.each([
    ['a tree that does not have it', leaf(9, leaf(8))],
    ['a single cell', leaf(9)],
    ['the subtree itself', code],
    ['a tree with a Merkle proof', leaf(9, code, merkleProof(leaf(7)))],
  ])('does not exist for %s', (_, tree) => {
    expect(without(tree, code)).toBeUndefined();
  });
});
