import { expect, it } from '@jest/globals';
import * as TonCore from '@ton/core';
import { describeRecorded } from '@tonriver/testing';
import { hashToHex } from '../primitives/index.ts';
import { loadTransaction } from './index.ts';
import { transactionCells } from './recorded-transactions.test-support.ts';
import { ourView, tonCoreView } from './ton-core-view.test-support.ts';

/** Cells of a tree by hash, each visited once. */
function cellsByHash(root: TonCore.Cell): Map<string, TonCore.Cell> {
  const found = new Map<string, TonCore.Cell>();
  const pending = [root];
  for (let cell = pending.pop(); cell !== undefined; cell = pending.pop()) {
    const hash = cell.hash().toString('hex');
    if (found.has(hash)) continue;
    found.set(hash, cell);
    pending.push(...cell.refs);
  }
  return found;
}

describeRecorded('recorded transactions', (data) => {
  it('are read as @ton/core reads them, field by field', () => {
    const counts = { transactions: 0, messages: 0, ord: 0, tick_tock: 0 };
    for (const block of data.blocks()) {
      if (block.transactions === 0) continue;
      const bytes = block.read();
      const { bag, cells } = transactionCells(bytes);
      const [root] = TonCore.Cell.fromBoc(Buffer.from(bytes));
      if (root === undefined) throw new Error('A bag without roots');
      const tonCoreCells = cellsByHash(root);
      for (const cell of cells) {
        const transaction = loadTransaction(bag, cell);
        const other = tonCoreCells.get(hashToHex(bag.hash(cell)));
        if (other === undefined) throw new Error('The other decoder has no cell with that hash');
        const ours = ourView(bag, transaction);
        const theirs = tonCoreView(TonCore.loadTransaction(other.beginParse()));
        if (JSON.stringify(ours) !== JSON.stringify(theirs)) expect(ours).toEqual(theirs);
        counts.transactions++;
        counts.messages += transaction.outMessages.length + (transaction.inMessage === null ? 0 : 1);
        if (transaction.description.type === 'ord') counts.ord++;
        if (transaction.description.type === 'tick_tock') counts.tick_tock++;
      }
    }
    expect(counts.transactions).toBe(data.blocks().reduce((sum, block) => sum + block.transactions, 0));
    process.stdout.write(`compared with @ton/core: ${JSON.stringify(counts)}\n`);
  });
});
