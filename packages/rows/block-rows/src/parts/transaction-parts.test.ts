import { describe, expect, it } from '@jest/globals';
import type { MessageInput, TransactionInput } from '@tonriver/actions';
import { Bag, hashRemainder, writeBag } from '@tonriver/boc';
import { formatAccountAddress, loadBlock, messageBodyBytes, messageBodySlice } from '@tonriver/chain-model';
import { generateWorkload } from '@tonriver/chain-workload';
import { decodeBody, decodeBodySlice } from '@tonriver/message-bodies';
import {
  cellTreesTable,
  type ColumnList,
  decodeRow,
  messagesTable,
  RowBinaryReader,
  type RowBinaryRows,
  type RowOf,
  stateInitsTable,
  type TransactionPartRow,
  TRANSACTIONS_PER_PART,
  transactionPartsTable,
  transactionsTable,
} from '@tonriver/row-schema';
import { describeRecorded, SOME_TRANSACTION } from '@tonriver/testing';
import {
  addBlockRows,
  createBlockTables,
  openTransactionPart,
  type PartTransaction,
  readTransactionInputs,
  readTransactionPart,
  rebuildStateInit,
  rowVersionOf,
} from '../index.ts';
import { stateInitBytes } from '../state-init-rows.ts';

type PartMessage = PartTransaction['outMessages'][number];

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

function rowsOf<const Columns extends ColumnList>(columns: Columns, { bytes, rowCount }: RowBinaryRows) {
  const reader = new RowBinaryReader(bytes);
  return Array.from({ length: rowCount }, (): RowOf<Columns> => decodeRow(columns, reader));
}

/** Compares the parts of a block with its other rows. Returns what was compared. */
function compareParts(bytes: Uint8Array, round: number | null) {
  const bag = Bag.parse(bytes);
  const tables = createBlockTables();
  const rowVersion = rowVersionOf(1, round !== null);
  const rootHash = bag.hash(bag.root);
  addBlockRows(tables, { bag, block: loadBlock(bag), rootHash, fileHash: null, round, rowVersion });
  const transactions = rowsOf(transactionsTable.columns, tables.transactions.rows());
  const messages = rowsOf(messagesTable.columns, tables.messages.rows());
  const trees = new Map(
    rowsOf(cellTreesTable.columns, tables.cellTrees.rows()).map(({ hash, boc }) => [hex(hash), boc]),
  );
  const inits = new Map(rowsOf(stateInitsTable.columns, tables.stateInits.rows()).map((row) => [hex(row.hash), row]));
  const parts = rowsOf(transactionPartsTable.columns, tables.transactionParts.rows());
  expect(parts.map(({ part }) => part)).toEqual([...parts.keys()]);

  const read = parts.map(readTransactionPart);
  for (const part of read.slice(0, -1)) expect(part).toHaveLength(TRANSACTIONS_PER_PART);
  const found = read.flat();
  expect(found.map(({ transaction }) => transaction)).toEqual(
    transactions.toSorted((left, right) =>
      left.lt === right.lt ? Buffer.compare(left.account, right.account) : left.lt < right.lt ? -1 : 1,
    ),
  );
  for (const { transaction, inMessage, outMessages } of found) {
    const own = messages.filter(
      ({ lt, account }) => lt === transaction.lt && hex(account) === hex(transaction.account),
    );
    const ofPart = [...(inMessage === undefined ? [] : [inMessage]), ...outMessages];
    expect(ofPart.map(({ row }) => row)).toEqual(own);
    for (const { row, bag: own, message } of ofPart) {
      const body = Bag.parse(messageBodyBytes(own, message));
      expect(hex(body.hash(body.root))).toBe(hex(row.bodyHash));
      expect(decodeBodySlice(messageBodySlice(own, message))).toEqual(decodeBody(body));
      const init = row.initHash === null ? undefined : inits.get(hex(row.initHash));
      if (init === undefined) continue;
      const rebuilt = writeBag([rebuildStateInit({ tree: (hash) => trees.get(hash) }, init)]);
      expect(hex(stateInitBytes(own, message))).toBe(hex(rebuilt));
    }
  }
  compareInputs(parts, found);
  const sides = found.flatMap(({ before, after }) => [before, after]);
  return {
    transactions: found.length,
    messages: messages.length,
    inits: inits.size,
    proved: sides.filter((side) => typeof side === 'object').length,
    between: sides.filter((side) => side === 'between').length,
  };
}

/** Compares what rules of actions take with the rows of the same transactions. */
function compareInputs(parts: readonly TransactionPartRow[], found: readonly PartTransaction[]): void {
  const wanted = parts.map((part) => {
    const { count } = openTransactionPart(part);
    return { part, places: Array.from({ length: count }, (_, place) => place) };
  });
  expectInputs(
    wanted.flatMap(({ part, places }) => openTransactionPart(part).inputs(places)),
    found,
  );
  // Of several parts at once, with a place that none of them has.
  const together = readTransactionInputs(
    wanted.map(({ part, places }) => ({ part, places: [...places, places.length] })),
  );
  expect(together.map((inputs) => inputs.at(-1))).toEqual(parts.map(() => undefined));
  expectInputs(
    together.flat().filter((input) => input !== undefined),
    found,
  );
}

function expectInputs(inputs: readonly TransactionInput[], found: readonly PartTransaction[]): void {
  const addressOf = (type: string, workchain: number, hash: Uint8Array) =>
    type === 'std' ? formatAccountAddress({ workchain, hash }) : null;
  const expectMessage = (input: MessageInput, { row, message, bag }: PartMessage, hasBody: boolean): void => {
    const { source, destination } = input;
    expect({ ...input, source, destination, body: null }).toEqual({
      hash: base64(row.hash),
      source: addressOf(row.sourceType, row.sourceWorkchain, row.sourceAccount),
      destination: addressOf(row.destinationType, row.destinationWorkchain, row.destinationAccount),
      value: row.value,
      extraCurrencies: Object.fromEntries(row.valueExtra.map(({ currency, amount }) => [currency, String(amount)])),
      createdLt: row.createdLt,
      createdAt: row.createdAt,
      opcode: row.opcode,
      isBounceable: row.kind === 'internal' ? row.bounce : null,
      body: null,
    });
    expect(input.bodyHash).toBe(base64(row.bodyHash));
    const init = hasBody && message.init !== null ? hex(stateInitBytes(bag, message)) : null;
    expect(input.stateInit === null ? null : hex(input.stateInit)).toBe(init);
    const { body } = input;
    if (typeof body !== 'function') {
      expect([body, hasBody]).toEqual([null, false]);
    } else if (message.bodyLayout === 'reference' && bag.isExotic(message.body)) {
      expect(body).toThrow(expect.objectContaining({ code: 'cell_exotic' }));
    } else {
      // A new cursor each time.
      for (const slice of [body(), body()]) expect(base64(hashRemainder(slice))).toBe(base64(row.bodyHash));
    }
  };
  expect(inputs).toHaveLength(found.length);
  for (const [index, { transaction, inMessage, outMessages }] of found.entries()) {
    const { inMessage: received, outMessages: sent, ...own } = inputs[index]!;
    expect(own).toEqual({
      hash: base64(transaction.hash),
      account: formatAccountAddress({ workchain: transaction.workchain, hash: transaction.account }),
      lt: transaction.lt,
      now: transaction.now,
      seqno: transaction.mcBlockSeqno ?? 0,
      isTickTock: transaction.descr === 'tick_tock',
      isAborted: transaction.aborted,
      originalStatus: transaction.origStatus,
      endStatus: transaction.endStatus,
      exitCode: transaction.compute === 'vm' ? transaction.exitCode : null,
      skipReason: transaction.compute === 'skipped' ? transaction.computeSkipReason : null,
    });
    expect([received === null, sent.length]).toEqual([inMessage === undefined, outMessages.length]);
    if (inMessage !== undefined) expectMessage(received!, inMessage, true);
    for (const [at, message] of outMessages.entries()) {
      expectMessage(sent[at]!, message, message.row.kind === 'external_out');
    }
  }
}

function total(results: readonly ReturnType<typeof compareParts>[]) {
  const sums: Record<string, number> = {};
  for (const result of results) {
    for (const [what, count] of Object.entries(result)) sums[what] = (sums[what] ?? 0) + count;
  }
  return sums;
}

describe('the parts of built blocks', () => {
  it('give the rows, bodies and StateInits of all transactions', () => {
    const workload = generateWorkload({ seed: 'parts', rounds: 4, transactionsPerRound: 150, shardsMax: 2 });
    const results = [];
    for (const { blocks } of workload.rounds()) for (const { boc } of blocks) results.push(compareParts(boc, 1));
    for (const [what, count] of Object.entries(total(results))) expect([what, count > 0]).toEqual([what, true]);
  });
});

describeRecorded('the parts of recorded blocks', [SOME_TRANSACTION], (data) => {
  it('give the rows, bodies and StateInits of all transactions', () => {
    const results = [];
    for (const recorded of data.blocks()) results.push(compareParts(recorded.read(), null));
    expect(total(results)['transactions']).toBeGreaterThan(0);
  });
});
