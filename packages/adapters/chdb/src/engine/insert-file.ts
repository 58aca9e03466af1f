import { insertSettings, setStatement } from '@tonriver/clickhouse';
import { type ColumnList, identifier, stringLiteral } from '@tonriver/row-schema';
import type { EmbeddedEngine } from './embedded-engine.ts';

/**
 * Inserts the rows of a file and says how many the engine wrote. `run` runs a statement on a connection whose current
 * database has the table.
 *
 * Bytes in a file are the one way in that keeps them: the engine's connection takes statements as text.
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
 * Rows that `write` makes the engine insert, by its own counter. Only inside `EmbeddedEngine.exclusively`, because the
 * counter is the whole process's.
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
