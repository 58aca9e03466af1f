import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder } from '@tonriver/boc';
import { createScratchStore } from '@tonriver/cell-store';
import { buildHashmap } from '@tonriver/chain-model';
import { storeSharedLibrary } from '@tonriver/chain-model/testing';
import { decodeRow, librariesTable, RowBinaryReader } from '@tonriver/row-schema';
import { writeLibraryChanges } from './library-changes.ts';
import { createResolverRows } from './resolver-rows.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('public libraries', () => {
  const store = createScratchStore();
  const [first, second, third] = [1, 2, 3].map((value) => new CellBuilder().storeUint(value, 32).endCell()) as [
    Cell,
    Cell,
    Cell,
  ];
  /** Puts the dictionary of a state into the store. */
  const publish = (...libraries: readonly Cell[]): string => {
    const entries = libraries
      .map((library) => ({ key: library.hash(), value: library }))
      .toSorted((left, right) => Buffer.compare(left.key, right.key));
    const root = buildHashmap(entries, {
      keyBits: 256,
      storeValue: (builder, library: Cell) => {
        storeSharedLibrary(builder, { library, publishers: [new Uint8Array(32).fill(7)] });
      },
    });
    const bag = Bag.of(root!);
    store.add(bag, bag.root);
    return hex(root!.hash());
  };

  it('are returned when they are added, with their trees, and when they are removed', () => {
    const rows = createResolverRows();
    const parts = { store, rows };
    const [one, two] = [publish(first, second), publish(second, third)];
    writeLibraryChanges(parts, { from: null, to: one, round: 5 });
    writeLibraryChanges(parts, { from: one, to: two, round: 8 });
    writeLibraryChanges(parts, { from: two, to: null, round: 9 });
    const { bytes, rowCount } = rows.libraries.rows();
    const reader = new RowBinaryReader(bytes);
    const told = Array.from({ length: rowCount }, () => decodeRow(librariesTable.columns, reader)).map(
      ({ hash, mcBlockSeqno, isPublic }) => `${mcBlockSeqno} ${hex(hash)} ${isPublic ? 'comes' : 'goes'}`,
    );
    const line = (round: number, library: Cell, what: string): string => `${round} ${hex(library.hash())} ${what}`;
    expect(told.toSorted()).toEqual(
      [
        line(5, first, 'comes'),
        line(5, second, 'comes'),
        line(8, first, 'goes'),
        line(8, third, 'comes'),
        line(9, second, 'goes'),
        line(9, third, 'goes'),
      ].toSorted(),
    );
    expect(rows.cellTrees.rowCount).toBe(3);
  });
});
