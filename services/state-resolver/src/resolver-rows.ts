import type { ClickHouseStore } from '@tonriver/clickhouse';
import {
  type AccountDataRow,
  accountDataTable,
  type AccountStateRow,
  accountStatesTable,
  type CellTreeRow,
  cellTreesTable,
  type ConfigRow,
  configsTable,
  createRowBatch,
  type InitialStateRow,
  initialStatesTable,
  type LatestAccountStateRow,
  latestAccountStatesTable,
  type LibraryRow,
  librariesTable,
  type ResolvedAccountsRow,
  resolvedAccountsTable,
  type ResolvedBlockRow,
  resolvedBlocksTable,
  type RowBatch,
  type StateProgressRow,
  stateProgressTable,
} from '@tonriver/row-schema';

/** The rows that wait for the next insert, by table. */
export interface ResolverRows {
  readonly cellTrees: RowBatch<CellTreeRow>;
  readonly accountData: RowBatch<AccountDataRow>;
  readonly accountStates: RowBatch<AccountStateRow>;
  readonly latestAccountStates: RowBatch<LatestAccountStateRow>;
  readonly configs: RowBatch<ConfigRow>;
  readonly libraries: RowBatch<LibraryRow>;
  readonly initialStates: RowBatch<InitialStateRow>;
  readonly resolvedAccounts: RowBatch<ResolvedAccountsRow>;
  readonly resolvedBlocks: RowBatch<ResolvedBlockRow>;
  readonly stateProgress: RowBatch<StateProgressRow>;
}

export function createResolverRows(): ResolverRows {
  return {
    cellTrees: createRowBatch(cellTreesTable),
    accountData: createRowBatch(accountDataTable),
    accountStates: createRowBatch(accountStatesTable),
    latestAccountStates: createRowBatch(latestAccountStatesTable),
    configs: createRowBatch(configsTable),
    libraries: createRowBatch(librariesTable),
    initialStates: createRowBatch(initialStatesTable),
    resolvedAccounts: createRowBatch(resolvedAccountsTable),
    resolvedBlocks: createRowBatch(resolvedBlocksTable),
    stateProgress: createRowBatch(stateProgressTable),
  };
}

/** Bytes of rows that may wait for the next insert. */
const waitingBytesMax = 32 * 1024 * 1024;

/** Whether so many rows wait that they should be inserted now. */
export function isFull(rows: ResolverRows): boolean {
  return batchesOf(rows).reduce((total, { batch }) => total + batch.byteLength, 0) >= waitingBytesMax;
}

/**
 * Inserts all rows and forgets them: first the rows that others refer to, last the records and the progress that say
 * that the others are there.
 */
export async function insertRows(store: ClickHouseStore, rows: ResolverRows): Promise<number> {
  let rowCount = 0;
  for (const { table, batch } of batchesOf(rows)) {
    if (batch.rowCount === 0) continue;
    await store.insertRows(table, batch.rows());
    rowCount += batch.rowCount;
    batch.reset();
  }
  return rowCount;
}

function batchesOf(rows: ResolverRows) {
  return [
    { table: cellTreesTable, batch: rows.cellTrees },
    { table: accountDataTable, batch: rows.accountData },
    { table: accountStatesTable, batch: rows.accountStates },
    { table: latestAccountStatesTable, batch: rows.latestAccountStates },
    { table: configsTable, batch: rows.configs },
    { table: librariesTable, batch: rows.libraries },
    { table: initialStatesTable, batch: rows.initialStates },
    { table: resolvedAccountsTable, batch: rows.resolvedAccounts },
    { table: resolvedBlocksTable, batch: rows.resolvedBlocks },
    { table: stateProgressTable, batch: rows.stateProgress },
  ] as const;
}
