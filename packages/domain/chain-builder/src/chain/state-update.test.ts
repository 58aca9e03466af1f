import { describe, expect, it } from '@jest/globals';
import { Bag, Cell, CellBuilder, merkleUpdate, prunedBranch, writeBag } from '@tonriver/boc';
import { hashToHex } from '@tonriver/chain-model';
import fc from 'fast-check';
import { createRandom, type Random } from '../random.ts';
import { writeStateUpdate } from './state-update.ts';

/** Adds cells to a pool whose trees share cells; some are proofs, as contracts keep them. */
function growPool(pool: Cell[], random: Random, count: number): void {
  for (let index = 0; index < count; index++) {
    const builder = new CellBuilder().storeUint(random.below(8), 8);
    for (let refs = random.below(4); refs > 0; refs--) builder.storeRef(random.pick(pool));
    const cell = builder.endCell();
    const isProof = random.chance(0.1) && cell.levelMask === 0;
    pool.push(isProof ? proofOf(cell) : cell);
  }
}

/** A Merkle update inside a state, with a pruned branch in it. */
function proofOf(cell: Cell): Cell {
  return merkleUpdate(new CellBuilder().storeRef(prunedBranch(cell)).endCell(), cell);
}

/** The same tree in cells of its own. */
function copyOf(cell: Cell): Cell {
  const bag = Bag.parse(writeBag([cell]));
  return bag.toCell(bag.root);
}

/** Puts the new state together from what the update shows, and from the old state. */
function applyTo(oldState: Cell, update: Cell): Cell {
  const known = new Map<string, Cell>();
  const learn = (cell: Cell): void => {
    const key = hashToHex(cell.hash());
    if (known.has(key)) return;
    known.set(key, cell);
    for (const ref of cell.refs) learn(ref);
  };
  learn(oldState);
  const fill = (cell: Cell): Cell => {
    const isLeftOut = cell.type === 'pruned' && cell.levelMask === 1;
    if (isLeftOut) {
      const real = known.get(hashToHex(cell.hash(0)));
      if (real === undefined) throw new Error('a pruned cell is not in the old state');
      return real;
    }
    if (cell.isExotic) return cell;
    return new Cell({ bits: cell.bits, bitLength: cell.bitLength, refs: cell.refs.map(fill), type: cell.type });
  };
  return fill(update.refs[1] as Cell);
}

function statePair(seed: string): { readonly from: Cell; readonly to: Cell } {
  const random = createRandom(seed);
  const pool = [new CellBuilder().endCell()];
  growPool(pool, random, random.between(1, 60));
  const state = (seqno: number): Cell => {
    const builder = new CellBuilder().storeUint(seqno, 32);
    for (let refs = random.between(1, 4); refs > 0; refs--)
      builder.storeRef(pool[pool.length - 1 - random.below(Math.min(8, pool.length))] as Cell);
    return builder.endCell();
  };
  const from = state(1);
  growPool(pool, random, random.between(0, 20));
  return { from, to: state(2) };
}

describe('a state update', () => {
  it('leads from the old state to the new one, and leaves out only cells of the old one', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const { from, to } = statePair(seed);
        const update = writeStateUpdate(from, to);
        const [shownOld, shownNew] = update.refs as readonly [Cell, Cell];
        expect(hashToHex(shownOld.hash(0))).toBe(hashToHex(from.hash()));
        expect(hashToHex(shownNew.hash(0))).toBe(hashToHex(to.hash()));
        expect(hashToHex(applyTo(from, update).hash())).toBe(hashToHex(to.hash()));
        // It is written and read like any other cell.
        expect(hashToHex(copyOf(update).hash())).toBe(hashToHex(update.hash()));
      }),
      { numRuns: 200 },
    );
  });

  it('depends on the two states alone, and not on the cells that they are made of', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const { from, to } = statePair(seed);
        const again = writeStateUpdate(copyOf(from), copyOf(to));
        expect(hashToHex(again.hash())).toBe(hashToHex(writeStateUpdate(from, to).hash()));
      }),
      { numRuns: 100 },
    );
  });

  it('shows the old cells above each cell that the new state took over, also above one without references', () => {
    const leaf = (value: number): Cell => new CellBuilder().storeUint(value, 32).endCell();
    const account = (balance: number): Cell =>
      new CellBuilder().storeUint(balance, 64).storeRef(leaf(7)).storeRef(leaf(balance)).endCell();
    const gone = new CellBuilder().storeUint(3, 8).storeRef(leaf(8)).endCell();
    const from = new CellBuilder().storeUint(1, 32).storeRef(account(5)).storeRef(gone).endCell();
    const to = new CellBuilder().storeUint(2, 32).storeRef(account(6)).endCell();
    const shown = writeStateUpdate(from, to).refs[0] as Cell;
    expect(shown.refs.map(({ type }) => type)).toEqual(['ordinary', 'pruned']);
    expect(hashToHex((shown.refs[0] as Cell).hash())).toBe(hashToHex(account(5).hash()));
  });

  it('shows few cells of large states that differ in few', () => {
    const tree = (depth: number, path: number): Cell => {
      const builder = new CellBuilder().storeUint(path, 32);
      if (depth > 0) builder.storeRef(tree(depth - 1, path * 2)).storeRef(tree(depth - 1, path * 2 + 1));
      return builder.endCell();
    };
    const unchanged = tree(12, 1);
    const state = (seqno: number) =>
      new CellBuilder().storeUint(seqno, 32).storeRef(unchanged).storeRef(tree(2, seqno)).endCell();
    const update = writeStateUpdate(state(900_000), copyOf(state(900_008)));
    expect(Bag.of(update).cellCount).toBeLessThan(20);
  });
});
