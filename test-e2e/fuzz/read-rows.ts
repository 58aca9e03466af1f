import type { Bag } from '@tonriver/boc';
import {
  addBlockRows,
  type BlockTables,
  createBlockTables,
  rebuildTransaction,
  resetTables,
  tablesInWriteOrder,
} from '@tonriver/block-rows';
import { type Block, hashToHex } from '@tonriver/chain-model';
import type { RowBatch } from '@tonriver/clickhouse';
import type { Attempt } from './attempt.ts';
import { ensureEqual, WrongResult } from './read-cells.ts';

type RowOf<Table> = Table extends RowBatch<infer Row> ? Row : never;

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
  const watched: BlockTables = {
    ...tables,
    transactions: watch(tables.transactions, transactions),
    messages: watch(tables.messages, messages),
    cellTrees: watch(tables.cellTrees, cellTrees),
    stateInits: watch(tables.stateInits, stateInits),
  };

  function rebuild(): void {
    const trees = new Map(cellTrees.map(({ hash, boc }) => [hashToHex(hash), boc]));
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
  }

  return {
    read(attempt, bag, block) {
      for (const rows of [transactions, messages, cellTrees, stateInits]) rows.length = 0;
      resetTables(tables);
      const source = { bag, block, rootHash: new Uint8Array(32), fileHash: null, round: 1, rowVersion: 1 };
      const isWritten = attempt('rows', () => addBlockRows(watched, source).transactionCount);
      if (isWritten === undefined) {
        if (tablesInWriteOrder(tables).length > 0) throw new WrongResult('A refused block leaves rows behind');
        return;
      }
      try {
        rebuild();
      } catch (error) {
        throw new WrongResult('The rows of a block do not give its transactions back', { cause: error });
      }
    },
  };
}

/** The same batch; what is added is kept beside it. */
function watch<Row>(batch: RowBatch<Row>, seen: Row[]): RowBatch<Row> {
  return {
    add(row) {
      batch.add(row);
      seen.push(row);
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
