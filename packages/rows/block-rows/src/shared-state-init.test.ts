import { expect, it } from '@jest/globals';
import { Bag, CellBuilder, writeBag } from '@tonriver/boc';
import {
  absentDescriptionFields,
  cellOf,
  loadTransaction,
  type MessageParts,
  standardAddress,
  type StateInit,
  storeStateInit,
  storeTransaction,
} from '@tonriver/chain-model';
import type { Cell } from '@tonriver/boc';
import {
  cellTreesTable,
  type ColumnList,
  decodeRow,
  messagesTable,
  RowBinaryReader,
  type RowBinaryRows,
  type RowOf,
  stateInitsTable,
  transactionsTable,
} from '@tonriver/row-schema';
import { addTransactionRows, createBlockTables, rebuildTransaction } from './index.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const hash = new Uint8Array(32).fill(7);

function rowsOf<const Columns extends ColumnList>(columns: Columns, { bytes, rowCount }: RowBinaryRows) {
  const reader = new RowBinaryReader(bytes);
  return Array.from({ length: rowCount }, (): RowOf<Columns> => decodeRow(columns, reader));
}

const init: StateInit<Cell> = {
  fixedPrefixLength: null,
  special: null,
  code: new CellBuilder().storeUint(1, 8).endCell(),
  data: null,
  library: null,
};

const messageWith = (of: StateInit<Cell>): MessageParts<Cell> => ({
  info: {
    type: 'internal',
    ihrDisabled: true,
    bounce: false,
    bounced: false,
    source: standardAddress({ workchain: 0, hash }),
    destination: standardAddress({ workchain: 0, hash }),
    value: { grams: 1n, extra: [] },
    ihrFee: 0n,
    forwardFee: 0n,
    importFee: null,
    createdLt: 1n,
    createdAt: 1,
  },
  init: of,
  initLayout: 'reference',
  body: new CellBuilder().endCell(),
  bodyLayout: 'reference',
});

/** The cell of the first is the data of the second. */
const messages = [init, { ...init, data: cellOf(storeStateInit, init) }].map(messageWith);

it('a StateInit whose cell is also the data of another one is stored in both tables', () => {
  const cell = cellOf(storeTransaction, {
    accountHash: hash,
    lt: 2n,
    prevTransHash: hash,
    prevTransLt: 1n,
    now: 3,
    outMessageCount: 1,
    origStatus: 'active',
    endStatus: 'active',
    inMessage: messages[0]!,
    outMessages: messages.slice(1),
    totalFees: { grams: 0n, extra: [] },
    oldStateHash: hash,
    newStateHash: hash,
    description: {
      ...absentDescriptionFields,
      type: 'storage',
      storagePhase: { feesCollected: 0n, feesDue: null, statusChange: 'unchanged' },
    },
  });
  const bag = Bag.of(cell);
  const tables = createBlockTables();
  const place = { workchain: 0, shard: 0n, seqno: 1, round: 1, rowVersion: 1 };
  addTransactionRows(tables, bag, loadTransaction(bag, bag.root), place);
  const empty = new CellBuilder().endCell();
  const trees = new Map([
    ...rowsOf(cellTreesTable.columns, tables.cellTrees.rows()).map((row) => [hex(row.hash), row.boc] as const),
    // Bodies are in the parts of blocks.
    [hex(empty.hash()), writeBag([empty])] as const,
  ]);
  const inits = new Map(rowsOf(stateInitsTable.columns, tables.stateInits.rows()).map((row) => [hex(row.hash), row]));
  const rebuilt = rebuildTransaction({
    transaction: rowsOf(transactionsTable.columns, tables.transactions.rows())[0]!,
    messages: rowsOf(messagesTable.columns, tables.messages.rows()),
    tree: (key) => trees.get(key),
    stateInit: (key) => inits.get(key),
  });

  expect(hex(rebuilt.cell.hash())).toBe(hex(cell.hash()));
});
