import { accountStateRow, blockRow } from '@tonriver/chain-reader/testing';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import {
  type AccountStateRow,
  accountDataTable,
  accountStatesTable,
  type BlockRow,
  blocksTable,
  cellTreesTable,
  configsTable,
  createRowBatch,
  deploymentTable,
  librariesTable,
  rowPropertyOf,
  stateProgressTable,
  type TableDefinition,
  type TransactionRow,
  transactionsTable,
  watermarksTable,
} from '@tonriver/row-schema';

export const tables = {
  blocks: blocksTable,
  accountStates: accountStatesTable,
  accountData: accountDataTable,
  cellTrees: cellTreesTable,
  configs: configsTable,
  deployment: deploymentTable,
  libraries: librariesTable,
  stateProgress: stateProgressTable,
  transactions: transactionsTable,
  watermarks: watermarksTable,
};

export async function insert<Row>(store: ClickHouseStore, table: TableDefinition<Row>, ...rows: Row[]): Promise<void> {
  const batch = createRowBatch(table);
  for (const row of rows) batch.add(row);
  await store.insertRows(table, batch.rows());
}

/** 32 bytes of one value. */
export const bytes32 = (value: number): Uint8Array => new Uint8Array(32).fill(value);

const ZERO = bytes32(0);

/** A masterchain block; root and file hash are its seqno, repeated. */
export function masterchainBlock(seqno: number, changes: Partial<BlockRow> = {}): BlockRow {
  return blockRow({
    seqno,
    rootHash: bytes32(seqno),
    fileHash: bytes32(seqno + 100),
    genUtime: 1000 + seqno,
    startLt: BigInt(seqno) * 100n,
    endLt: BigInt(seqno) * 100n + 99n,
    randSeed: ZERO,
    prev1RootHash: bytes32(seqno - 1),
    prev1FileHash: bytes32(seqno + 99),
    ...changes,
  });
}

/** An active account without code, of no block; what a test does not care about has plain values. */
export function accountState(changes: Partial<AccountStateRow>): AccountStateRow {
  return accountStateRow({ lt: 0n, storageLt: 0n, mcBlockSeqno: null, ...changes });
}

/** A row of `transactions` with nothing but its place in the account's chain; the other columns have plain values. */
export function transaction(
  changes: Pick<TransactionRow, 'account' | 'lt' | 'mcBlockSeqno' | 'prevTransLt' | 'oldStateHash'>,
): TransactionRow {
  const row: Record<string, unknown> = {};
  for (const { name, type } of transactionsTable.columns) {
    const property = rowPropertyOf(name);
    row[property] = plainValue(type.sql);
  }
  return { ...row, hash: bytes32(Number(changes.lt % 256n)), rowVersion: 3, ...changes } as unknown as TransactionRow;
}

function plainValue(sql: string): unknown {
  if (sql.startsWith('Nullable')) return null;
  if (sql.startsWith('FixedString')) return ZERO;
  if (sql.startsWith('Enum8')) return /'([^']+)'/.exec(sql)?.[1];
  if (sql === 'Bool') return false;
  if (/^U?Int(?:64|128)$/.test(sql)) return 0n;
  if (/^U?Int/.test(sql)) return 0;
  if (sql.startsWith('Array')) return [];
  return new Uint8Array(0);
}
