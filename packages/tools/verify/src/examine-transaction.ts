import {
  addTransactionRows,
  type BlockPlace,
  createBlockTables,
  rebuildMessage,
  rebuildTransaction,
  resetTables,
} from '@tonriver/block-rows';
import { Bag, type Cell } from '@tonriver/boc';
import { loadTransaction } from '@tonriver/chain-model';
import {
  type ColumnList,
  createRowBatch,
  decodeRow,
  type MessageRow,
  messagesTable,
  type RowBatch,
  RowBinaryReader,
  transactionsTable,
} from '@tonriver/row-schema';
import { attempt } from './attempt.ts';
import { nameOf, type Problem, valueText } from './finding.ts';
import { rowDifferences } from './row-differences.ts';
import type { LoadedTransaction } from './stored-transactions.ts';

/** Reused for every transaction: nothing in it is used after a call. */
const tables = createBlockTables();

/**
 * Rebuilds a transaction's cell from its rows, compares its hash and those of its messages with the stored ones, makes
 * the rows of that cell again and compares every column. Returns the wrong rows: a message whose own cell is right is
 * not named for its transaction.
 *
 * @param place the block and round that the rows should name
 */
export function examineTransaction(stored: LoadedTransaction, place: BlockPlace): readonly Problem[] {
  const whole = attempt(() => rebuildTransaction(stored).cell);
  if (whole.ok && isHash(whole.value, stored.transaction.hash)) return compareWithRemade(stored, whole.value, place);
  const problems = [...messagePresence(stored), ...stored.messages.flatMap((row) => messageProblems(stored, row))];
  if (problems.length > 0) return problems;
  const problem = whole.ok
    ? `rebuilt from its rows its hash is ${valueText(whole.value.hash())}, not ${valueText(stored.transaction.hash)}`
    : `cannot be rebuilt: ${whole.problem}`;
  return [{ ...nameOf(transactionsTable, stored.transaction), problem }];
}

/** Checks which messages a transaction has: at most one inbound, and outbound ones numbered from 0. */
function messagePresence({ transaction, messages }: LoadedTransaction): Problem[] {
  const expected = new Set([
    ...(transaction.inMsgHash === null ? [] : ['in 0']),
    ...Array.from({ length: transaction.outMsgCount }, (_, position) => `out ${position}`),
  ]);
  const problems: Problem[] = [];
  for (const row of messages) {
    if (expected.delete(`${row.direction} ${row.position}`)) continue;
    problems.push({
      ...nameOf(messagesTable, row),
      problem: 'its transaction says that it has no such message',
      or: nameOf(transactionsTable, transaction),
    });
  }
  const { workchain, account, lt } = transaction;
  for (const place of expected) {
    const [direction, position] = place.split(' ');
    problems.push({
      ...nameOf(messagesTable, { workchain, account, lt, direction, position }),
      problem: 'is missing: its transaction has such a message',
      or: nameOf(transactionsTable, transaction),
    });
  }
  return problems;
}

function messageProblems(stored: LoadedTransaction, row: MessageRow): Problem[] {
  const name = nameOf(messagesTable, row);
  const rebuilt = attempt(() => rebuildMessage(stored, row));
  if (!rebuilt.ok) return [{ ...name, problem: `cannot be rebuilt: ${rebuilt.problem}` }];
  if (isHash(rebuilt.value, row.hash)) return [];
  const found = valueText(rebuilt.value.hash());
  return [{ ...name, problem: `rebuilt from its row its hash is ${found}, not ${valueText(row.hash)}` }];
}

function compareWithRemade(stored: LoadedTransaction, cell: Cell, place: BlockPlace): Problem[] {
  const bag = Bag.of(cell);
  resetTables(tables);
  const remade = attempt(() => addTransactionRows(tables, bag, loadTransaction(bag, bag.root), place));
  if (!remade.ok) {
    return [
      { ...nameOf(transactionsTable, stored.transaction), problem: `its cell cannot be read: ${remade.problem}` },
    ];
  }
  if (isSame(stored)) return [];
  const { schemaVersion } = stored;
  const [transaction] = rowsOf(transactionsTable.columns, tables.transactions);
  const messages = rowsOf(messagesTable.columns, tables.messages);
  return [
    ...rowDifferences(transactionsTable, { stored: stored.transaction, remade: transaction, schemaVersion }),
    ...messagePresence(stored),
    ...stored.messages.flatMap((row) => {
      const remade = messages.find(
        ({ direction, position }) => direction === row.direction && position === row.position,
      );
      return rowDifferences(messagesTable, { stored: row, remade, schemaVersion });
    }),
  ];
}

const storedTransactions = createRowBatch(transactionsTable);
const storedMessages = createRowBatch(messagesTable);

/** Compares bytes, which is fast: equal rows have equal bytes. */
function isSame({ transaction, messages }: LoadedTransaction): boolean {
  storedTransactions.reset();
  storedMessages.reset();
  storedTransactions.add(transaction);
  const inOrder = messages.toSorted((left, right) =>
    left.direction === right.direction ? left.position - right.position : left.direction === 'in' ? -1 : 1,
  );
  for (const message of inOrder) storedMessages.add(message);
  return (
    Buffer.compare(storedTransactions.rows().bytes, tables.transactions.rows().bytes) === 0 &&
    Buffer.compare(storedMessages.rows().bytes, tables.messages.rows().bytes) === 0
  );
}

function rowsOf<const Columns extends ColumnList, Row>(columns: Columns, batch: RowBatch<Row>): Row[] {
  const { bytes, rowCount } = batch.rows();
  const reader = new RowBinaryReader(bytes);
  return Array.from({ length: rowCount }, () => decodeRow(columns, reader) as Row);
}

function isHash(cell: Cell, hash: Uint8Array): boolean {
  return Buffer.compare(cell.hash(), hash) === 0;
}
