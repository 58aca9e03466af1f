import { describe, expect, it } from '@jest/globals';
import { Cell, CellBuilder, prunedBranch, writeBag } from '@tonriver/boc';
import { merkleProof } from '@tonriver/boc/testing';
import { joinAccountData } from './join-account-data.ts';

const leaf = (value: number): Cell => new CellBuilder().storeUint(value, 32).endCell();
const fork = (value: number, ...refs: readonly Cell[]): Cell => {
  const builder = new CellBuilder().storeUint(value, 8);
  for (const ref of refs) builder.storeRef(ref);
  return builder.endCell();
};
const hex = (cell: Cell): string => Buffer.from(cell.hash()).toString('hex');

describe('joinAccountData', () => {
  const kept = fork(2, leaf(20), leaf(21));
  const first = fork(1, kept, leaf(10));
  const second = fork(1, kept, leaf(11));
  const third = fork(3, second, leaf(12));
  const change = (cell: Cell, ...refs: readonly Cell[]): Uint8Array => writeBag([new Cell({ ...partsOf(cell), refs })]);
  const partsOf = ({ bits, bitLength }: Cell) => ({ bits, bitLength });

  it('returns the data of a row that is whole', () => {
    expect(hex(joinAccountData([writeBag([first])]))).toBe(hex(first));
  });

  it('replaces pruned branches with cells from several rows', () => {
    const rows = [
      change(third, prunedBranch(second), leaf(12)),
      change(second, prunedBranch(kept), leaf(11)),
      writeBag([first]),
    ];
    expect(hex(joinAccountData(rows))).toBe(hex(third));
  });

  it('keeps the pruned branches of a Merkle proof that the data contains', () => {
    const proof = merkleProof(fork(5, prunedBranch(leaf(50)), leaf(51)));
    const data = fork(6, proof, kept);
    expect(hex(joinAccountData([change(data, proof, prunedBranch(kept)), writeBag([first])]))).toBe(hex(data));
  });

  it('reports the cell that no row has', () => {
    const rows = [change(second, prunedBranch(kept), leaf(11)), writeBag([leaf(10)])];
    expect(() => joinAccountData(rows)).toThrow(
      expect.objectContaining({ code: 'missing_cell', fields: { hash: hex(kept) } }),
    );
  });
});
