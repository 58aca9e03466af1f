import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { joinAccountData } from '@tonriver/block-rows';
import { Bag, Cell, CellBuilder, merkleUpdate, prunedBranch, writeBag } from '@tonriver/boc';
import { libraryReference, merkleProof } from '@tonriver/boc/testing';
import fc from 'fast-check';
import type { CellStore } from './open-cell-store.ts';

const cellsMax = 10_000;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Random trees with few values, so that they share cells, with library cells and Merkle proofs. */
const trees = fc.letrec<{ tree: Cell }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.integer({ min: 0, max: 15 }).map((value) => new CellBuilder().storeUint(value, 9).endCell()),
    fc.constantFrom(7, 8).map((byte) => libraryReference(new Uint8Array(32).fill(byte))),
    fc
      .tuple(fc.integer({ min: 0, max: 3 }), fc.array(tie('tree'), { minLength: 1, maxLength: 4 }))
      .map(([value, refs]) => new Cell({ bits: Uint8Array.of(value << 6), bitLength: 2, refs })),
    tie('tree').map((inner) => merkleProof(new CellBuilder().storeRef(prunedBranch(inner)).storeUint(1, 1).endCell())),
  ),
})).tree;
const levelled = trees.filter((tree) => tree.levelMask === 0);

/** Returns the new tree without the cells of the old one, as a node writes it. */
function updateOf(from: Cell, to: Cell): { readonly bag: Bag; readonly root: number } {
  const known = new Set<string>();
  const collect = (cell: Cell): void => {
    known.add(hex(cell.hash()));
    cell.refs.forEach(collect);
  };
  collect(from);
  const prune = (cell: Cell): Cell => {
    if (known.has(hex(cell.hash())) && cell.levelMask === 0) return prunedBranch(cell);
    // Inside a proof, a pruned branch of the update would need a higher level.
    if (cell.type !== 'ordinary') return cell;
    const { bits, bitLength } = cell;
    return new Cell({ bits, bitLength, refs: cell.refs.map(prune) });
  };
  const { bits, bitLength, type } = to;
  const root = to.isExotic ? to : new Cell({ bits, bitLength, type, refs: to.refs.map(prune) });
  const bag = Bag.of(merkleUpdate(from, root));
  return { bag, root: bag.ref(bag.root, 1) };
}

/** A place for cells, empty at first. */
interface CellPlace {
  /** With what was committed before. */
  open(): Promise<CellStore>;
  remove(): void;
}

/** Tests that hold for every cell store, on a disk or in memory. */
export function describeCellStore(name: string, createPlace: () => CellPlace): void {
  describe(`the cell store ${name}`, () => {
    let place: CellPlace;
    let store: CellStore;
    beforeEach(async () => {
      place = createPlace();
      store = await place.open();
    });
    afterEach(async () => {
      await store.close();
      place.remove();
    });
    const addWhole = (cell: Cell): void => {
      const bag = Bag.of(cell);
      store.add(bag, bag.root);
    };

    it('rebuilds every tree from the one before, and is empty when all are released', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(levelled, { minLength: 2, maxLength: 6 }),
          fc.infiniteStream(fc.boolean()),
          async (states, commits) => {
            const [first, ...later] = states;
            addWhole(first!);
            const held = [first!];
            for (const next of later) {
              const { bag, root } = updateOf(held.at(-1)!, next);
              expect(hex(store.add(bag, root).hash)).toBe(hex(next.hash()));
              held.push(next);
              if (commits.next().value) await store.commit();
              if (held.length > 2) store.release(held.shift()!.hash());
              for (const cell of held) expect(hex(store.read(cell.hash(), { cellsMax }).hash())).toBe(hex(cell.hash()));
            }
            for (const cell of held) store.release(cell.hash());
            await store.commit();
            expect(store.cellCount).toBe(0);
          },
        ),
        { numRuns: 60 },
      );
    }, 60_000);

    it('returns changes from which the new tree can be rebuilt with the old one', () => {
      fc.assert(
        fc.property(levelled, levelled, (from, to) => {
          fc.pre(hex(from.hash()) !== hex(to.hash()));
          addWhole(from);
          addWhole(to);
          const change = store.readChanged({ from: from.hash(), to: to.hash() }, { cellsMax });
          expect(hex(change.hash(0))).toBe(hex(to.hash()));
          const joined = joinAccountData([writeBag([change]), writeBag([from])]);
          expect(hex(joined.hash())).toBe(hex(to.hash()));
          store.discard();
        }),
        { numRuns: 200 },
      );
    });

    it('fills in missing cells when a later tree has them, and removes them with the last tree', () => {
      const leaf = new CellBuilder().storeUint(1, 32).endCell();
      const inner = new CellBuilder().storeRef(leaf).storeUint(2, 8).endCell();
      const tree = new CellBuilder().storeRef(inner).storeUint(3, 8).endCell();
      const pruned = new CellBuilder().storeRef(prunedBranch(inner)).storeUint(3, 8).endCell();
      const shown = () => undefined;
      const add = (cell: Cell) => {
        const bag = Bag.of(cell);
        return store.add(bag, bag.root, { shown });
      };
      expect(add(pruned).isComplete).toBe(false);
      expect(() => store.read(tree.hash(), { cellsMax })).toThrow(
        expect.objectContaining({ code: 'cell_missing', fields: { hash: hex(inner.hash()) } }),
      );
      expect(add(inner).isComplete).toBe(true);
      expect(store.isComplete(tree.hash())).toBe(true);
      expect(hex(store.read(tree.hash(), { cellsMax }).hash())).toBe(hex(tree.hash()));
      store.release(inner.hash());
      expect(store.isComplete(tree.hash())).toBe(true);
      store.release(tree.hash());
      expect(store.body(leaf.hash())).toBeUndefined();
      expect(() => store.release(tree.hash())).toThrow(expect.objectContaining({ code: 'store_corrupt' }));
    });

    it('refuses a tree with too many cells', () => {
      const [left, right] = [1, 2].map((value) => new CellBuilder().storeUint(value, 32).endCell());
      const tree = new CellBuilder().storeRef(left!).storeRef(right!).endCell();
      addWhole(tree);
      expect(() => store.read(tree.hash(), { cellsMax: 2 })).toThrow(
        expect.objectContaining({ code: 'tree_too_large' }),
      );
    });

    it('keeps committed cells and records, and nothing else', async () => {
      const [kept, lost] = [1, 2].map((value) => new CellBuilder().storeUint(value, 32).endCell());
      addWhole(kept!);
      for (const key of ['progress/b', 'progress/a', 'other']) store.putRecord(key, Buffer.from('one'));
      store.putRecord('progress', Buffer.from('one'));
      await store.commit();
      addWhole(lost!);
      store.putRecord('progress', Buffer.from('two'));
      await store.close();
      store = await place.open();
      expect(Buffer.from(store.record('progress')!).toString()).toBe('one');
      expect([...store.recordsUnder('progress/')].map(([key]) => key)).toEqual(['progress/a', 'progress/b']);
      expect(store.body(kept!.hash())).toBeDefined();
      expect(store.body(lost!.hash())).toBeUndefined();
    });
  });
}
