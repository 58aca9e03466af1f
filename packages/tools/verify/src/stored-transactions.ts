import type { StoredTransactionRows } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import {
  blockDigestsTable,
  columnsSql,
  type MessageRow,
  messagesTable,
  pickColumns,
  type QueryParameters,
  schemaVersion,
  type TransactionRow,
  transactionsTable,
} from '@tonriver/row-schema';
import { valueText } from './finding.ts';
import { longQuery } from './ranges.ts';
import { loadTreesOf } from './stored-trees.ts';

/** Key of a transaction. */
export interface TransactionKey {
  readonly workchain: number;
  readonly account: Uint8Array;
  readonly lt: bigint;
}

export function transactionKeyText({ workchain, account, lt }: TransactionKey): string {
  return `${workchain}:${valueText(account)}:${lt}`;
}

/** A transaction with everything needed to rebuild its cell. */
export interface LoadedTransaction extends StoredTransactionRows {
  /** The schema that its rows were made for: those that an older release made lack newer columns. */
  readonly schemaVersion: number;
}

export interface LoadedTransactions {
  readonly parts: readonly LoadedTransaction[];
  /** Messages whose transaction was not selected. */
  readonly leftOver: readonly MessageRow[];
}

/**
 * Loads transactions with everything needed to rebuild them. The condition must fit `transactions`,
 * `messages` and `block_transactions`.
 */
export async function loadTransactions(
  store: ClickHouseStore,
  condition: string,
  parameters: QueryParameters,
): Promise<LoadedTransactions> {
  const transactions: readonly TransactionRow[] = await store.select(
    transactionsTable.columns,
    `SELECT ${columnsSql(transactionsTable.columns)} FROM transactions FINAL WHERE ${condition}`,
    parameters,
    longQuery,
  );
  const rows: readonly MessageRow[] = await store.select(
    messagesTable.columns,
    `SELECT ${columnsSql(messagesTable.columns)} FROM messages FINAL WHERE ${condition}`,
    parameters,
    longQuery,
  );
  const trees = await loadTreesOf(store, condition, parameters);
  const versions = await schemaVersions(store, condition, parameters);
  const messages = new Map<string, MessageRow[]>();
  for (const row of rows) {
    const key = transactionKeyText(row);
    const known = messages.get(key);
    if (known === undefined) messages.set(key, [row]);
    else known.push(row);
  }
  const parts = transactions.map((transaction) => {
    const key = transactionKeyText(transaction);
    const own = messages.get(key) ?? [];
    messages.delete(key);
    const { workchain, blockShard: shard, blockSeqno: seqno } = transaction;
    // A block that was not announced is reported by the proof of the digests.
    const version = versions.get(blockText({ workchain, shard, seqno })) ?? schemaVersion;
    return { ...trees, transaction, messages: own, schemaVersion: version };
  });
  return { parts, leftOver: [...messages.values()].flat() };
}

const versionColumns = pickColumns(blockDigestsTable, 'workchain', 'shard', 'seqno', 'schema_version');

/** Block → the schema that its rows were made for. */
async function schemaVersions(
  store: ClickHouseStore,
  condition: string,
  parameters: QueryParameters,
): Promise<ReadonlyMap<string, number>> {
  const rows = await store.select(
    versionColumns,
    `SELECT ${columnsSql(versionColumns)} FROM block_digests FINAL
     WHERE (workchain, shard, seqno) IN (
       SELECT workchain, block_shard, block_seqno FROM transactions WHERE ${condition})`,
    parameters,
    longQuery,
  );
  return new Map(rows.map((row) => [blockText(row), row.schemaVersion]));
}

function blockText(block: { readonly workchain: number; readonly shard: bigint; readonly seqno: number }): string {
  return `${block.workchain}:${block.shard}:${block.seqno}`;
}

/** SQL: keys bound as three arrays: `workchains`, `accounts` (hex), `lts`. */
export const keyListSql = `(workchain, account, lt) IN (
  SELECT k.1, toFixedString(unhex(k.2), 32), k.3 FROM (
    SELECT arrayJoin(arrayZip({workchains:Array(Int32)}, {accounts:Array(String)}, {lts:Array(UInt64)})) AS k))`;

export function keyListParameters(keys: readonly TransactionKey[]): QueryParameters {
  return {
    workchains: keys.map(({ workchain }) => workchain),
    accounts: keys.map(({ account }) => valueText(account)),
    lts: keys.map(({ lt }) => lt),
  };
}
