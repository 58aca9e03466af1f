import { expect, it } from '@jest/globals';
import { CellBuilder } from '@tonriver/boc';
import { describeRecorded, SOME_TRANSACTION } from '@tonriver/testing';
import { hashToHex } from '../primitives/index.ts';
import {
  type LoadedMessages,
  loadTransaction,
  resolveTransaction,
  storeTransaction,
  TransactionOutlines,
} from './index.ts';
import { outcomeOf } from './outcome-view.test-support.ts';
import { transactionCells } from './recorded-transactions.test-support.ts';

describeRecorded('recorded transactions', [SOME_TRANSACTION], (data) => {
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

  it('have outlines that say the same as the whole', () => {
    for (const block of data.blocks()) {
      const { bag, cells } = transactionCells(block.read());
      const outlines = new TransactionOutlines(bag);
      for (const cell of cells) {
        const { description, ...transaction } = loadTransaction(bag, cell);
        const { outcome, ...outline } = outlines.read(cell);
        expect(transaction).toMatchObject(outline);
        expect(outcome).toEqual(outcomeOf(description));
      }
    }
  });

  it('are the same when messages are remembered, and each message is read once', () => {
    const largest = data.blocks().toSorted((left, right) => right.transactions - left.transactions)[0]!;
    const { bag, cells } = transactionCells(largest.read());
    const loaded: LoadedMessages = new Map();
    const remembering = cells.map((cell) => loadTransaction(bag, cell, loaded));
    const messages = remembering
      .flatMap(({ inMessage, outMessages }) => [inMessage, ...outMessages])
      .filter((message) => message !== null);

    expect(remembering).toEqual(cells.map((cell) => loadTransaction(bag, cell)));
    expect(new Set(messages).size).toBe(new Set(messages.map(({ cell }) => cell)).size);
  });
});
