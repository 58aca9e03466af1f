import { type ClickHouseStore, ClickHouseStoreError } from '@tonriver/clickhouse';
import {
  allTables,
  type ColumnDefinition,
  columnsSql,
  createRowBatch,
  rowPropertyOf,
  stringLiteral,
  type TableDefinition,
  text,
  uint32,
} from '@tonriver/row-schema';
import { encoderOf } from '@tonriver/row-schema/testing';
import { nameOf, type RowName, valueText } from '../finding.ts';

/** A row of any table. */
export type AnyRow = Readonly<Record<string, unknown>>;
export type AnyTable = Pick<TableDefinition<AnyRow>, 'name' | 'orderBy' | 'columns' | 'engine' | 'encode'>;

const migrationColumns = [
  { name: 'version', type: uint32, comment: 'Number of the migration' },
  { name: 'name', type: text, comment: 'What it does' },
] as const;

/** Every table of a database. */
export const damagedTables: readonly AnyTable[] = [
  ...(allTables as unknown as readonly AnyTable[]),
  {
    name: 'schema_migrations',
    orderBy: ['version'],
    columns: migrationColumns,
    engine: { kind: 'replacing' },
    encode: encoderOf(migrationColumns) as unknown as AnyTable['encode'],
  },
];

/** Deterministic choices from a seed (mulberry32). */
export function createChoices(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Returns copies of all rows of a table. */
export async function allRows(store: ClickHouseStore, table: AnyTable): Promise<readonly AnyRow[]> {
  const rows = await store.select(table.columns, `SELECT ${columnsSql(table.columns)} FROM ${table.name} FINAL`);
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? new Uint8Array(value) : value]),
    ),
  );
}

/** One row that was deleted, or one value of one row that was changed. */
export interface Damage {
  readonly table: AnyTable;
  readonly column: string | undefined;
  /** The row before and after the change: a finding must name one of them. */
  readonly names: readonly RowName[];
  readonly text: string;
  restore(): Promise<void>;
}

/** Deletes a chosen row. */
export async function deleteRow(
  store: ClickHouseStore,
  table: AnyTable,
  rows: readonly AnyRow[],
  choose: (below: number) => number,
): Promise<Damage> {
  const row = rows[choose(rows.length)]!;
  await remove(store, table, row);
  return {
    table,
    column: undefined,
    names: [nameOf(table, row)],
    text: `${keyText(table, row)} deleted`,
    async restore() {
      await insert(store, table, row);
      await mergeParts(store, table);
    },
  };
}

const ATTEMPTS_MAX = 50;

/** Changes one column of a chosen row, so that the changed row replaces no other row. */
export async function alterRow(
  store: ClickHouseStore,
  table: AnyTable,
  column: ColumnDefinition,
  rows: readonly AnyRow[],
  choose: (below: number) => number,
  all: readonly AnyRow[] = rows,
): Promise<Damage> {
  const property = rowPropertyOf(column.name);
  const taken = new Set(all.map((row) => keyText(table, row)));
  const isKey = table.orderBy.includes(column.name);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const row = rows[choose(rows.length)]!;
    const altered = { ...row, [property]: otherValue(column, row[property], choose) };
    if (isKey && taken.has(keyText(table, altered))) continue;
    // The engine keeps any of two rows with one key and version, so the old row is deleted first.
    await remove(store, table, row);
    await insert(store, table, altered);
    const restore = async (): Promise<void> => {
      await remove(store, table, altered);
      await insert(store, table, row);
      await mergeParts(store, table);
    };
    const change = `${column.name} ${brief(row[property])} → ${brief(altered[property])}`;
    const names = [nameOf(table, row), nameOf(table, altered)];
    return { table, column: column.name, names, text: `${keyText(table, row)} ${change}`, restore };
  }
  throw new Error(`No row of ${table.name} could be given another ${column.name}`);
}

function keyText(table: AnyTable, row: AnyRow): string {
  return Object.values(nameOf(table, row).row).join(' ');
}

function brief(value: unknown): string {
  const whole = valueText(value);
  return whole.length > 24 ? `${whole.slice(0, 24)}…` : whole;
}

async function insert(store: ClickHouseStore, table: AnyTable, row: AnyRow): Promise<void> {
  const batch = createRowBatch(table);
  batch.add(row);
  await store.insertRows(table, batch.rows());
}

async function remove(store: ClickHouseStore, table: AnyTable, row: AnyRow): Promise<void> {
  const conditions = table.orderBy.map((name) => {
    const value = row[rowPropertyOf(name)];
    if (value instanceof Uint8Array) return `${name} = unhex('${valueText(value)}')`;
    return `${name} = ${typeof value === 'string' ? stringLiteral(value) : valueText(value)}`;
  });
  await store.command(`ALTER TABLE ${table.name} DELETE WHERE ${conditions.join(' AND ')} SETTINGS mutations_sync = 2`);
}

/** The engine's code for a part that is not there. */
const NO_SUCH_DATA_PART = 232;

/**
 * Merges the parts of a table to one. Each change makes more parts, and each deletion has to go through all of them. A
 * part that a deletion has emptied has no projections, so the engine does not merge it with others: it is dropped
 * first, if it is still there.
 */
async function mergeParts(store: ClickHouseStore, { name }: AnyTable): Promise<void> {
  const empty = await store.query<{ readonly part: string }>(
    `SELECT name AS part FROM system.parts
     WHERE active AND rows = 0 AND database = currentDatabase() AND table = ${stringLiteral(name)}`,
  );
  for (const { part } of empty) {
    await store.command(`ALTER TABLE ${name} DROP PART ${stringLiteral(part)}`).catch((error: unknown) => {
      const isGone = error instanceof ClickHouseStoreError && error.fields['serverCode'] === NO_SUCH_DATA_PART;
      if (!isGone) throw error;
    });
  }
  await store.command(`OPTIMIZE TABLE ${name} FINAL`);
}

/** Returns another value of the column's type: sometimes near, sometimes far, sometimes null. */
function otherValue(column: ColumnDefinition, value: unknown, choose: (below: number) => number): unknown {
  const { sql } = column.type;
  const inner = /^Nullable\((.*)\)$/.exec(sql)?.[1];
  if (inner !== undefined) {
    if (value !== null && choose(3) === 0) return null;
    return value === null ? someValue(inner, choose) : changed(inner, column, value, choose);
  }
  return changed(sql, column, value, choose);
}

function someValue(sql: string, choose: (below: number) => number): unknown {
  if (sql.startsWith('FixedString')) return Uint8Array.from({ length: 32 }, () => choose(256));
  if (sql === 'Bool') return choose(2) === 1;
  if (sql === 'String') return `x${choose(1000)}`;
  if (/^U?Int(64|128|256)$/.test(sql)) return BigInt(choose(1000));
  return choose(100);
}

function someItem(sql: string, choose: (below: number) => number): unknown {
  if (sql === 'Array(FixedString(32))') return someValue('FixedString(32)', choose);
  if (sql === 'Array(String)') return '{}';
  return { currency: 1 + choose(9), amount: BigInt(1 + choose(99)) };
}

function changed(sql: string, column: ColumnDefinition, value: unknown, choose: (below: number) => number): unknown {
  if (value instanceof Uint8Array) {
    if (value.length === 0) return Uint8Array.from([choose(256), choose(256)]);
    const bytes = new Uint8Array(value);
    bytes[choose(bytes.length)]! ^= 1 + choose(255);
    return bytes;
  }
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'bigint') {
    const least = sql === 'Int64' ? -(2n ** 63n) : 0n;
    const step = choose(2) === 0 ? 1n : BigInt(2 + choose(1_000_000));
    return value - step < least || choose(2) === 0 ? value + step : value - step;
  }
  if (typeof value === 'number') {
    const [, sign, bits] = /^(U?)Int(\d+)$/.exec(sql) ?? [];
    const size = 2 ** Number(bits ?? 8);
    const least = sign === 'U' ? 0 : -size / 2;
    const step = 1 + (choose(2) === 0 ? 0 : choose(Math.min(100, size / 4)));
    return ((value - least + step) % size) + least;
  }
  if (typeof value === 'string') {
    const numbers = 'numbers' in column.type ? (column.type.numbers as Readonly<Record<string, number>>) : undefined;
    if (numbers === undefined) return `${value}x`;
    const others = Object.keys(numbers).filter((name) => name !== value);
    return others[choose(others.length)];
  }
  if (Array.isArray(value)) return value.length > 0 ? [] : [someItem(sql, choose)];
  throw new Error(`No other value for ${column.name} ${sql}`);
}
