import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { type ClickHouseStore, migrate } from '@tonriver/clickhouse';
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
import { temporaryDirectory } from '@tonriver/testing';

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

/** The real engine on a directory of its own, with the schema; closing it removes everything. */
export async function openTestStore(): Promise<ClickHouseStore> {
  const directory = temporaryDirectory();
  const store = await openEmbeddedClickHouse({ path: directory.path, database: 'ton_test' });
  await migrate(store);
  return {
    ...store,
    async close() {
      await store.close();
      directory.remove();
    },
  };
}

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
  return {
    workchain: -1,
    shard: -(2n ** 63n),
    seqno,
    rootHash: bytes32(seqno),
    fileHash: bytes32(seqno + 100),
    mcBlockSeqno: seqno,
    globalId: -239,
    version: 0,
    afterMerge: false,
    beforeSplit: false,
    afterSplit: false,
    wantMerge: false,
    wantSplit: false,
    keyBlock: false,
    vertSeqnoIncr: false,
    flags: 1,
    genUtime: 1000 + seqno,
    startLt: BigInt(seqno) * 100n,
    endLt: BigInt(seqno) * 100n + 99n,
    validatorListHashShort: 0,
    genCatchainSeqno: 0,
    minRefMcSeqno: 0,
    prevKeyBlockSeqno: 0,
    vertSeqno: 0,
    masterRefSeqno: 0,
    randSeed: ZERO,
    createdBy: ZERO,
    txCount: 0,
    genSoftwareVersion: null,
    genSoftwareCapabilities: null,
    prevCount: 1,
    prev1Shard: -(2n ** 63n),
    prev1Seqno: seqno - 1,
    prev1RootHash: bytes32(seqno - 1),
    prev1FileHash: bytes32(seqno + 99),
    prev2Shard: null,
    prev2Seqno: null,
    prev2RootHash: null,
    prev2FileHash: null,
    stateOldHash: ZERO,
    stateNewHash: ZERO,
    globalVersion: null,
    rowVersion: 3,
    ...changes,
  };
}

/** An active account without code; what a test does not care about has plain values. */
export function accountState(changes: Partial<AccountStateRow>): AccountStateRow {
  return {
    workchain: 0,
    account: ZERO,
    lt: 0n,
    transactionHash: ZERO,
    hash: ZERO,
    mcBlockSeqno: null,
    status: 'active',
    balance: 0n,
    extraCurrencies: [],
    extraCurrenciesHash: null,
    storageLt: 0n,
    storageCells: 0n,
    storageBits: 0n,
    storageDictHash: null,
    lastPaid: 0,
    duePayment: null,
    fixedPrefixLength: null,
    special: null,
    codeHash: null,
    codeDepth: 0,
    dataHash: null,
    dataDepth: 0,
    libraryHash: null,
    libraryDepth: 0,
    frozenHash: null,
    rawBoc: new Uint8Array(0),
    rowVersion: 3,
    ...changes,
  };
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
