import {
  allTables,
  type ColumnList,
  digestColumns,
  type QueryParameters,
  type RowOf,
  rowPropertyOf,
} from '@tonriver/row-schema';
import { ClickHouseStoreError } from '../errors.ts';
import type { ClickHouseStore } from '../store/click-house-store.ts';
import { checkParameters } from '../store/query-bounds.ts';
import { digestedBy, digestRows } from './memory-digests.ts';
import { createMemoryTable, type MemoryRow, type MemoryTable, type StoredRow } from './memory-table.ts';
import { readStatement, type SelectStatement } from './read-statement.ts';

/** ClickHouse in memory. Its caller decides when deletions and merges happen. */
export interface MemoryClickHouse extends ClickHouseStore {
  /** Deletions that were asked for without waiting and are not done yet. */
  readonly deletionCount: number;
  /** Does the oldest of them. It deletes only rows that were there when it was asked for. */
  deleteNext(): void;
  /** Drops rows that others replace, in all tables. */
  merge(): void;
  /** Identity → bytes of the row that FINAL reads. */
  finalRows(table: string): ReadonlyMap<string, Buffer>;
  finalRow(table: string, identity: string): Buffer | undefined;
}

/**
 * Returns a small model of ClickHouse for the statements of services between the log and the tables: inserts, tables
 * that keep one row per identity, and the forms of statements in `read-statement.ts`. It refuses all other statements.
 * `testTables` tests it and the real engine alike.
 */
export function createMemoryClickHouse(database = 'memory_test'): MemoryClickHouse {
  const tables = new Map(allTables.map((table) => [table.name, createMemoryTable(table)]));
  const deletions: (() => void)[] = [];
  let isClosed = false;

  const tableOf = (name: string): MemoryTable => {
    const table = tables.get(name);
    if (table !== undefined) return table;
    throw new ClickHouseStoreError('clickhouse_rejected', `There is no table ${name}`, { serverCode: 60 });
  };
  const checkOpen = (): void => {
    if (isClosed) throw new ClickHouseStoreError('clickhouse_closed', 'The ClickHouse store is closed');
  };
  const rowsOf = (
    { table, isFinal, condition, order, limit }: SelectStatement,
    parameters: QueryParameters,
  ): MemoryRow[] => {
    const found: MemoryRow[] = [];
    for (const { row } of isFinal ? finalRowsOf(tableOf(table)) : tableOf(table).all()) {
      if (condition(row, parameters)) found.push(row);
    }
    if (order !== undefined) found.sort(compareBy(rowPropertyOf(order.column), order.isDescending));
    return found.slice(0, limit);
  };
  const select = async <const Columns extends ColumnList>(
    columns: Columns,
    sql: string,
    parameters: QueryParameters = {},
  ): Promise<RowOf<Columns>[]> => {
    checkOpen();
    checkParameters(sql, parameters);
    const digested = digestedBy(sql);
    if (digested !== undefined) {
      checkColumns(
        columns,
        digestColumns.map(({ name }) => name),
      );
      return digestRows(digested, tableOf, parameters) as RowOf<Columns>[];
    }
    const statement = readStatement(sql);
    if (statement?.kind !== 'select') throw unknownStatement(sql);
    checkColumns(columns, statement.columns);
    const properties = columns.map(({ name }) => rowPropertyOf(name));
    const picked = (row: MemoryRow) => Object.fromEntries(properties.map((property) => [property, row[property]]));
    return rowsOf(statement, parameters).map(picked) as RowOf<Columns>[];
  };

  return {
    database,
    select,
    async *stream(columns, sql, parameters) {
      yield await select(columns, sql, parameters);
    },
    query: (sql) => Promise.reject(unknownStatement(sql)),
    async command(sql, parameters = {}) {
      checkOpen();
      checkParameters(sql, parameters);
      const statement = readStatement(sql);
      if (statement?.kind !== 'delete') throw unknownStatement(sql);
      const table = tableOf(statement.table);
      const { nextPlace } = table;
      const deletion = (): void => table.remove(nextPlace, (row) => statement.condition(row, parameters));
      if (statement.isWaitedFor) deletion();
      else deletions.push(deletion);
    },
    async insertRows({ name }, rows) {
      checkOpen();
      tableOf(name).insert(rows);
    },
    async ping() {
      checkOpen();
    },
    async close() {
      isClosed = true;
    },
    get deletionCount() {
      return deletions.length;
    },
    deleteNext: () => deletions.shift()?.(),
    merge() {
      for (const table of tables.values()) table.merge();
    },
    finalRow: (name, identity) => tableOf(name).finalOf(identity)?.bytes,
    finalRows: (name) => new Map([...tableOf(name).final()].map(([identity, { bytes }]) => [identity, bytes])),
  };
}

function* finalRowsOf(table: MemoryTable): Iterable<StoredRow> {
  for (const [, stored] of table.final()) yield stored;
}

function unknownStatement(sql: string): ClickHouseStoreError {
  const text = `ClickHouse in memory does not know statements like this one: ${sql}`;
  return new ClickHouseStoreError('clickhouse_rejected', text, { serverCode: 62 });
}

function checkColumns(announced: ColumnList, selected: readonly string[]): void {
  const names = announced.map(({ name }) => name);
  if (names.join() === selected.join()) return;
  throw new ClickHouseStoreError('clickhouse_result_mismatch', 'A query selects other columns than were announced', {
    announced: names.join(),
    selected: selected.join(),
  });
}

function compareBy(property: string, isDescending: boolean): (left: MemoryRow, right: MemoryRow) => number {
  const numberOf = (row: MemoryRow): bigint => BigInt(row[property] as number | bigint);
  return (left, right) => {
    const order = numberOf(left) < numberOf(right) ? -1 : numberOf(left) > numberOf(right) ? 1 : 0;
    return isDescending ? -order : order;
  };
}
