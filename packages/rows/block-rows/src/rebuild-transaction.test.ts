import { expect, it } from '@jest/globals';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import {
  cellTreesTable,
  type ColumnList,
  decodeRow,
  messagesTable,
  type RowBinaryRows,
  RowBinaryReader,
  type RowOf,
  stateInitsTable,
  transactionPartsTable,
  transactionsTable,
} from '@tonriver/row-schema';
import { type BlockNeed, describeRecorded } from '@tonriver/testing';
import { addBlockRows, bodiesOfPart, createBlockTables, rebuildTransaction, rowVersionOf } from './index.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function rowsOf<const Columns extends ColumnList>(columns: Columns, { bytes, rowCount }: RowBinaryRows) {
  const reader = new RowBinaryReader(bytes);
  return Array.from({ length: rowCount }, (): RowOf<Columns> => decodeRow(columns, reader));
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const MANY_TRANSACTIONS: BlockNeed = {
  what: 'blocks with more than 5 transactions',
  count: 2,
  isOne: ({ transactions }) => transactions > 5,
};

describeRecorded('the rows of recorded blocks', [MANY_TRANSACTIONS], (data) => {
  it('give every transaction cell', () => {
    let count = 0;
    for (const recorded of data.blocks()) {
      const tables = createBlockTables();
      const bag = Bag.parse(recorded.read());
      const source = {
        bag,
        block: loadBlock(bag),
        rootHash: bag.hash(bag.root),
        fileHash: null,
        round: null,
        rowVersion: rowVersionOf(1, false),
      };
      const { transactionCount } = addBlockRows(tables, source);
      expect(transactionCount).toBe(recorded.transactions);

      const trees = new Map([
        ...rowsOf(cellTreesTable.columns, tables.cellTrees.rows()).map((row) => [hex(row.hash), row.boc] as const),
        ...rowsOf(transactionPartsTable.columns, tables.transactionParts.rows()).flatMap((row) => [
          ...bodiesOfPart(row),
        ]),
      ]);
      const inits = new Map(
        rowsOf(stateInitsTable.columns, tables.stateInits.rows()).map((row) => [hex(row.hash), row]),
      );
      const messages = groupBy(
        rowsOf(messagesTable.columns, tables.messages.rows()),
        ({ lt, account }) => `${hex(account)}:${lt}`,
      );
      for (const transaction of rowsOf(transactionsTable.columns, tables.transactions.rows())) {
        const { cell } = rebuildTransaction({
          transaction,
          messages: messages.get(`${hex(transaction.account)}:${transaction.lt}`) ?? [],
          tree: (hash) => trees.get(hash),
          stateInit: (hash) => inits.get(hash),
        });
        expect(hex(cell.hash())).toBe(hex(transaction.hash));
        count += 1;
      }
    }
    process.stderr.write(`${count} transaction cells rebuilt from their rows\n`);
    expect(count).toBeGreaterThan(0);
  });

  it('are the same bytes also when the tables already have rows', () => {
    const [first, second] = data.blocks().filter((block) => MANY_TRANSACTIONS.isOne(block, data));
    const add = (tables: ReturnType<typeof createBlockTables>, recorded: typeof first) => {
      const bag = Bag.parse(recorded!.read());
      return addBlockRows(tables, {
        bag,
        block: loadBlock(bag),
        rootHash: new Uint8Array(32),
        fileHash: null,
        round: 7,
        rowVersion: 3,
      });
    };
    const both = createBlockTables();
    add(both, second);
    expect(add(both, first)).toEqual(add(createBlockTables(), first));
  });
});
