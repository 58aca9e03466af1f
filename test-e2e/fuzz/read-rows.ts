import type { Bag } from '@tonriver/boc';
import {
  addBlockRows,
  addTransactionRows,
  type BlockTables,
  createBlockTables,
  createRollback,
  rebuildAccount,
  rebuildTransaction,
  resetTables,
  tablesInWriteOrder,
} from '@tonriver/block-rows';
import {
  type Block,
  forEachTransaction,
  hashToHex,
  loadTransaction,
  messageBodyBytes,
  messageBodyHash,
} from '@tonriver/chain-model';
import type { RowBatch } from '@tonriver/row-schema';
import type { Attempt } from './attempt.ts';
import { ensureEqual, WrongResult } from './read-cells.ts';

type RowOf<Table> = Table extends RowBatch<infer Row> ? Row : never;

/** Of a block whose rows are refused, so many transactions are written by themselves. */
const transactionsMax = 16;

/** Writes blocks to rows, and transactions back from rows. One for many cases: row buffers are used again. */
export interface RowReader {
  read(attempt: Attempt, bag: Bag, block: Block): void;
}

export function createRowReader(): RowReader {
  const tables = createBlockTables();
  const transactions: RowOf<BlockTables['transactions']>[] = [];
  const messages: RowOf<BlockTables['messages']>[] = [];
  const cellTrees: RowOf<BlockTables['cellTrees']>[] = [];
  const stateInits: RowOf<BlockTables['stateInits']>[] = [];
  const accountStates: RowOf<BlockTables['accountStates']>[] = [];
  const watched: BlockTables = {
    ...tables,
    transactions: watch(tables.transactions, transactions),
    messages: watch(tables.messages, messages),
    // Their bytes are lent: the next tree overwrites them.
    cellTrees: watch(tables.cellTrees, cellTrees, ({ hash, boc }) => ({ hash: hash.slice(), boc: boc.slice() })),
    stateInits: watch(tables.stateInits, stateInits),
    accountStates: watch(tables.accountStates, accountStates),
  };

  function rebuild(bag: Bag, cells: readonly number[]): void {
    const trees = new Map([
      ...cellTrees.map(({ hash, boc }) => [hashToHex(hash), boc] as const),
      ...bodiesOf(bag, cells),
    ]);
    const inits = new Map(stateInits.map((row) => [hashToHex(row.hash), row]));
    const keyOf = ({ account, lt }: { readonly account: Uint8Array; readonly lt: bigint }): string =>
      `${hashToHex(account)} ${lt}`;
    const messagesByKey = new Map<string, typeof messages>();
    for (const message of messages) {
      const key = keyOf(message);
      messagesByKey.set(key, [...(messagesByKey.get(key) ?? []), message]);
    }
    const keys = transactions.map(keyOf);
    for (const [index, transaction] of transactions.entries()) {
      const key = keys[index] as string;
      // Transactions under one key overwrite each other's messages in the tables: such a block no network has.
      if (keys.indexOf(key) !== keys.lastIndexOf(key)) continue;
      const { cell } = rebuildTransaction({
        transaction,
        messages: messagesByKey.get(key) ?? [],
        tree: (hash) => trees.get(hash),
        stateInit: (hash) => inits.get(hash),
      });
      ensureEqual('A transaction rebuilt from its rows', cell.hash(), transaction.hash);
    }
    for (const state of accountStates) {
      ensureEqual('An account rebuilt from its row', rebuildAccount(state).hash(0), state.hash);
    }
  }

  const forget = (): void => {
    for (const rows of [transactions, messages, cellTrees, stateInits, accountStates]) rows.length = 0;
    resetTables(tables);
  };

  /** The first transactions of a block by themselves: a block with a changed one seldom fits its state update. */
  function addFirstTransactions(bag: Bag, block: Block): void {
    const { workchain, seqno } = block.info;
    for (const cell of cellsOf(bag, block).slice(0, transactionsMax)) {
      addTransactionRows(watched, bag, loadTransaction(bag, cell), {
        workchain,
        shard: 0n,
        seqno,
        round: 1,
        rowVersion: 1,
      });
    }
  }

  return {
    read(attempt, bag, block) {
      forget();
      const source = { bag, block, rootHash: new Uint8Array(32), fileHash: null, round: 1, rowVersion: 1 };
      const rollback = createRollback(watched);
      const isWritten = attempt('rows', () => addBlockRows(watched, source).transactionCount);
      if (isWritten === undefined) {
        rollback();
        if (tablesInWriteOrder(tables).length > 0) throw new WrongResult('A refused block leaves rows behind');
        forget();
        if (attempt('rows of transactions', () => addFirstTransactions(bag, block) === undefined) === undefined) return;
      }
      try {
        rebuild(bag, isWritten === undefined ? cellsOf(bag, block).slice(0, transactionsMax) : cellsOf(bag, block));
      } catch (error) {
        throw new WrongResult('The rows of a block do not give its transactions back', { cause: error });
      }
    },
  };
}

/** The cells of a block's transactions. */
function cellsOf(bag: Bag, block: Block): readonly number[] {
  const cells: number[] = [];
  forEachTransaction(bag, block, (_account, _lt, cell) => cells.push(cell));
  return cells;
}

/** Bodies of messages by hash. Rows do not have them: they are in the parts. */
function bodiesOf(bag: Bag, cells: readonly number[]): ReadonlyMap<string, Uint8Array> {
  const bodies = new Map<string, Uint8Array>();
  for (const cell of cells) {
    const { inMessage, outMessages } = loadTransaction(bag, cell);
    for (const message of inMessage === null ? outMessages : [inMessage, ...outMessages]) {
      bodies.set(hashToHex(messageBodyHash(bag, message)), messageBodyBytes(bag, message));
    }
  }
  return bodies;
}

/** The same batch; what is added is kept beside it. */
function watch<Row>(batch: RowBatch<Row>, seen: Row[], keep: (row: Row) => Row = (row) => row): RowBatch<Row> {
  return {
    add(row) {
      batch.add(row);
      seen.push(keep(row));
    },
    get rowCount() {
      return batch.rowCount;
    },
    get byteLength() {
      return batch.byteLength;
    },
    rows: () => batch.rows(),
    rollback: (to) => batch.rollback(to),
    reset: () => batch.reset(),
  };
}
