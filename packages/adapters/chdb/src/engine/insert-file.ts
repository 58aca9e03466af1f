import { insertSettings, setStatement } from '@tonriver/clickhouse';
import { type ColumnList, identifier, stringLiteral } from '@tonriver/row-schema';
import type { EmbeddedEngine } from './embedded-engine.ts';

/**
 * Inserts the rows of a file and returns how many the engine wrote. Rows go through a file because the engine's
 * connection takes statements as text and would corrupt bytes.
 *
 * @param run runs a statement on a connection whose current database has the table
 */
export async function insertFile(
  engine: EmbeddedEngine,
  path: string,
  format: 'RowBinary',
  table: { readonly name: string; readonly columns: ColumnList },
  run: (statement: string) => Promise<void>,
): Promise<number> {
  const names = table.columns.map((column) => identifier(column.name)).join(', ');
  const structure = table.columns.map((column) => `${identifier(column.name)} ${column.type.sql}`).join(', ');
  const source = `file(${stringLiteral(path)}, '${format}', ${stringLiteral(structure)})`;
  const insert = `INSERT INTO ${identifier(table.name)} (${names}) SELECT ${names} FROM ${source}`;
  return engine.exclusively(() => countWritten(engine, () => run(`${setStatement(insertSettings)}; ${insert}`)));
}

/**
 * Returns how many rows the engine inserts during `write`. Call it inside `EmbeddedEngine.exclusively`, because the
 * engine counts for the whole process.
 */
export async function countWritten(engine: EmbeddedEngine, write: () => Promise<void>): Promise<number> {
  const session = engine.openSession();
  try {
    const before = await insertedRows(session);
    await write();
    return (await insertedRows(session)) - before;
  } finally {
    session.close();
  }
}

async function insertedRows(session: ReturnType<EmbeddedEngine['openSession']>): Promise<number> {
  const bytes = await session.query("SELECT value FROM system.events WHERE event = 'InsertedRows'", 'TabSeparated');
  return Number(Buffer.from(bytes).toString('latin1').trim() || '0');
}
