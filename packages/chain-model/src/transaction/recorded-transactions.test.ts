import { expect, it } from '@jest/globals';
import { CellBuilder } from '@tonriver/boc';
import { describeRecorded } from '@tonriver/testing';
import { hashToHex } from '../primitives/index.ts';
import { loadTransaction, resolveTransaction, storeTransaction } from './index.ts';
import { transactionCells } from './recorded-transactions.test-support.ts';

describeRecorded('recorded transactions', (data) => {
  it('are all found, load, and stored again have the same hash', () => {
    const altered: string[] = [];
    for (const block of data.blocks()) {
      const { bag, cells } = transactionCells(block.read());
      expect({ file: block.file, transactions: cells.length }).toEqual({
        file: block.file,
        transactions: block.transactions,
      });
      bag.hashUnder(cells);
      for (const cell of cells) {
        const transaction = loadTransaction(bag, cell);
        const builder = new CellBuilder();
        storeTransaction(builder, resolveTransaction(bag, transaction));
        const isSame = hashToHex(builder.endCell().hash()) === hashToHex(bag.hash(cell));
        if (!isSame || !transaction.isCanonical) altered.push(`${block.file} ${hashToHex(bag.hash(cell))} ${isSame}`);
      }
    }
    expect(altered).toEqual([]);
  });
});
