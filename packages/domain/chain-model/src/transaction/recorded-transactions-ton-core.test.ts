import { expect, it } from '@jest/globals';
import * as TonCore from '@ton/core';
import { type Bag, serializeTree } from '@tonriver/boc';
import { describeRecorded, SOME_TRANSACTION } from '@tonriver/testing';
import { loadTransaction } from './index.ts';
import { transactionCells } from './recorded-transactions.test-support.ts';
import { ourView, tonCoreView, type View } from './ton-core-view.test-support.ts';

/**
 * The transaction in `cell` as the other decoder reads it. It gets only the transaction's own cells, since it takes
 * long for a whole block; the hashes, which it computes itself, show that they are the right ones.
 */
function otherView(bag: Bag, cell: number): View {
  const [root] = TonCore.Cell.fromBoc(Buffer.from(serializeTree(bag, cell)));
  if (root === undefined) throw new Error('A bag without roots');
  return tonCoreView(TonCore.loadTransaction(root.beginParse()));
}

describeRecorded('recorded transactions', [SOME_TRANSACTION], (data) => {
  it('are read as @ton/core reads them, field by field', () => {
    const counts = { transactions: 0, messages: 0, ord: 0, tick_tock: 0 };
    for (const block of data.blocks()) {
      const { bag, cells } = transactionCells(block.read());
      bag.hashUnder(cells);
      for (const cell of cells) {
        const transaction = loadTransaction(bag, cell);
        const ours = ourView(bag, transaction);
        const theirs = otherView(bag, cell);
        // Comparing texts first: the matcher is slow, and explains only what differs.
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
