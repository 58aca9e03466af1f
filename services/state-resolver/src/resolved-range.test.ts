import { describe, expect, it } from '@jest/globals';
import { type CellStore, createScratchStore } from '@tonriver/cell-store';
import { Bag, type Cell, CellBuilder } from '@tonriver/boc';
import { dropTops, findTop, newResolvedRange, putTop, type ResolvedRange } from './resolved-range.ts';

const WHOLE = '8000000000000000';
const LEFT = '4000000000000000';
const RIGHT = 'C000000000000000';
const LEFT_LEFT = '2000000000000000';
const LEFT_RIGHT = '6000000000000000';

describe('the states of a range', () => {
  const store: CellStore = createScratchStore();
  let count = 0;
  const put = (range: ResolvedRange, shard: string, seqno: number): Cell => {
    const cell = new CellBuilder().storeUint((count += 1), 32).endCell();
    const bag = Bag.of(cell);
    store.add(bag, bag.root);
    putTop(store, range, { workchain: 0, shard, seqno, hash: Buffer.from(cell.hash()).toString('hex') });
    return cell;
  };
  const isHeld = (cell: Cell): boolean => store.body(cell.hash()) !== undefined;
  const shardsOf = (range: ResolvedRange) => range.tops.map(({ shard }) => shard).toSorted();

  it('are removed when the same shard has a newer one', () => {
    const range = newResolvedRange(1);
    const older = put(range, WHOLE, 1);
    const newer = put(range, WHOLE, 2);
    expect([isHeld(older), isHeld(newer)]).toEqual([false, true]);
    expect(findTop(range, { workchain: 0, shard: WHOLE, seqno: 2 })).toBeDefined();
  });

  it('stay after a split until both halves have one', () => {
    const range = newResolvedRange(1);
    const parent = put(range, WHOLE, 1);
    put(range, LEFT, 2);
    expect(isHeld(parent)).toBe(true);
    put(range, LEFT_LEFT, 3);
    put(range, LEFT_RIGHT, 3);
    expect(isHeld(parent)).toBe(true);
    put(range, RIGHT, 2);
    expect(isHeld(parent)).toBe(false);
    expect(shardsOf(range)).toEqual([LEFT_LEFT, LEFT_RIGHT, RIGHT]);
  });

  it('are removed in both halves after a merge', () => {
    const range = newResolvedRange(1);
    const halves = [put(range, LEFT, 5), put(range, RIGHT, 7)];
    put(range, WHOLE, 8);
    expect(halves.map(isHeld)).toEqual([false, false]);
    expect(shardsOf(range)).toEqual([WHOLE]);
  });

  it('are removed in all shards that overlap', () => {
    const range = newResolvedRange(1);
    const [left, right] = [put(range, LEFT, 1), put(range, RIGHT, 1)];
    dropTops(store, range, 0, LEFT_LEFT);
    expect([isHeld(left), isHeld(right)]).toEqual([false, true]);
    dropTops(store, range, -1, WHOLE);
    expect(isHeld(right)).toBe(true);
  });
});
