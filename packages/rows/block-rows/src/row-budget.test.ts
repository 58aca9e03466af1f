import { describe, expect, it } from '@jest/globals';
import { Bag, Cell } from '@tonriver/boc';
import { createBlockTables } from './block-tables.ts';
import { createRowBudget } from './row-budget.ts';

const hash = new Uint8Array(32);
const row = { hashPrefix: 1n, workchain: 0, shard: 2n, seqno: 3, lt: 1n, rowVersion: 1, mcBlockSeqno: null };

describe('the budget of a block', () => {
  it('does not count rows that were there before, and allows what small blocks need', () => {
    const tables = createBlockTables();
    for (let index = 0; index < 100_000; index++) tables.transactionPlaces.add(row);
    const check = createRowBudget(tables, Bag.of(Cell.empty));
    for (let index = 0; index < 1000; index++) tables.transactionPlaces.add(row);

    expect(check).not.toThrow();
  });

  it('refuses a block whose rows are far larger than the block', () => {
    const tables = createBlockTables();
    const check = createRowBudget(tables, Bag.of(Cell.empty));
    const boc = new Uint8Array(2 ** 20);
    for (let index = 0; index < 127; index++) tables.cellTrees.add({ hash, boc });
    expect(check).not.toThrow();
    for (let index = 0; index < 2; index++) tables.cellTrees.add({ hash, boc });

    expect(check).toThrow(expect.objectContaining({ name: 'ChainModelError', code: 'bad_value' }));
  });
});
