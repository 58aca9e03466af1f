import type { ClickHouseStore } from '@tonriver/clickhouse';
import { columnsSql, messagesTable, pickColumns, type RowOf, transactionsTable } from '@tonriver/row-schema';

const transactionColumns = pickColumns(
  transactionsTable,
  'workchain',
  'account',
  'lt',
  'hash',
  'block_shard',
  'block_seqno',
  'mc_block_seqno',
  'now',
);
const messageColumns = pickColumns(
  messagesTable,
  'workchain',
  'account',
  'lt',
  'direction',
  'hash',
  'hash_norm',
  'source_type',
  'source_workchain',
  'source_account',
  'source_text',
  'destination_type',
  'destination_workchain',
  'destination_account',
  'destination_text',
  'opcode',
  'body_hash',
);

export type StoredMessage = RowOf<typeof messageColumns>;

/** A transaction with its messages, as stored. */
export interface StoredTransaction extends RowOf<typeof transactionColumns> {
  readonly messages: readonly StoredMessage[];
}

/** Reads all transactions. The newest row of each counts. */
export async function readAllTransactions(store: ClickHouseStore): Promise<readonly StoredTransaction[]> {
  const transactions = await store.select(
    transactionColumns,
    `SELECT ${columnsSql(transactionColumns)} FROM transactions FINAL
     ORDER BY lt, workchain, account`,
  );
  // In an order of their own, so that one seed draws the same requests each time.
  const messages = await store.select(
    messageColumns,
    `SELECT ${columnsSql(messageColumns)} FROM messages FINAL ORDER BY lt, workchain, account, direction, position`,
  );
  const messagesOf = new Map<string, StoredMessage[]>();
  for (const message of messages) {
    const key = keyOf(message);
    messagesOf.set(key, [...(messagesOf.get(key) ?? []), message]);
  }
  return transactions.map((row) => ({ ...row, messages: messagesOf.get(keyOf(row)) ?? [] }));
}

function keyOf({ workchain, account, lt }: Pick<StoredMessage, 'workchain' | 'account' | 'lt'>): string {
  return `${workchain}:${Buffer.from(account).toString('hex')}:${lt}`;
}
