import type { StoredTransactionParts } from '@tonriver/block-rows';
import {
  type ClickHouseStore,
  columnsSql,
  type MessageRow,
  messagesTable,
  type QueryParameters,
  type TransactionRow,
  transactionsTable,
} from '@tonriver/clickhouse';
import { valueText } from './finding.ts';
import { longQuery } from './ranges.ts';
import { loadTreesOf } from './stored-trees.ts';

/** Identity of a transaction. */
export interface TransactionKey {
  readonly workchain: number;
  readonly account: Uint8Array;
  readonly lt: bigint;
}

export function transactionKeyText({ workchain, account, lt }: TransactionKey): string {
  return `${workchain}:${valueText(account)}:${lt}`;
}

/** Whole rows of transactions and of their messages, selected by conditions that both tables understand. */
export async function loadTransactions(
  store: ClickHouseStore,
  selection: { readonly transactions: string; readonly messages: string; readonly parameters: QueryParameters },
): Promise<{ readonly transactions: TransactionRow[]; readonly messages: MessageRow[] }> {
  const { parameters } = selection;
  const transactions = await store.select(
    transactionsTable.columns,
    `SELECT ${columnsSql(transactionsTable.columns)} FROM transactions FINAL WHERE ${selection.transactions}`,
    parameters,
    longQuery,
  );
  const messages = await store.select(
    messagesTable.columns,
    `SELECT ${columnsSql(messagesTable.columns)} FROM messages FINAL WHERE ${selection.messages}`,
    parameters,
    longQuery,
  );
  return { transactions, messages };
}

/** SQL: identities bound as three arrays: `workchains`, `accounts` (hex), `lts`. */
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

/** Transactions with what they need to be rebuilt; messages without a transaction are left over. */
export async function joinParts(
  store: ClickHouseStore,
  rows: { readonly transactions: readonly TransactionRow[]; readonly messages: readonly MessageRow[] },
): Promise<{ readonly parts: readonly StoredTransactionParts[]; readonly leftOver: readonly MessageRow[] }> {
  const trees = await loadTreesOf(store, rows.messages);
  const messages = new Map<string, MessageRow[]>();
  for (const row of rows.messages) {
    const key = transactionKeyText(row);
    const known = messages.get(key);
    if (known === undefined) messages.set(key, [row]);
    else known.push(row);
  }
  const parts = rows.transactions.map((transaction) => {
    const key = transactionKeyText(transaction);
    const own = messages.get(key) ?? [];
    messages.delete(key);
    return { ...trees, transaction, messages: own };
  });
  return { parts, leftOver: [...messages.values()].flat() };
}
