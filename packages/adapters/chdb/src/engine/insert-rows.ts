import { rm, writeFile } from 'node:fs/promises';
import type { ColumnList } from '@tonriver/row-schema';
import { identifier, stringLiteral } from '@tonriver/row-schema';
import type { EmbeddedEngine, WritingSession } from './embedded-engine.ts';

/** For the engine these end the data of a statement, whatever the format is. */
const END_OF_DATA = '\n\n';

/**
 * Inserts rows in the format RowBinary, and returns how many the engine wrote.
 *
 * Data that the engine would take for ended go through a file, which costs half as much again and more.
 *
 * @param session a connection with the settings of inserts, whose current database has the table
 */
export async function insertRows(
  engine: EmbeddedEngine,
  session: WritingSession,
  table: { readonly name: string; readonly columns: ColumnList },
  rows: Uint8Array,
): Promise<number> {
  const names = table.columns.map((column) => identifier(column.name)).join(', ');
  const insert = `INSERT INTO ${identifier(table.name)} (${names})`;
  const writing = <Result>(insertNow: () => Promise<Result>): Promise<Result> =>
    engine.writes.during([table.name], insertNow);
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.length);
  if (isWholeInMemory(bytes)) {
    return await engine.exclusively(() => writing(() => session.insert(`${insert} FORMAT RowBinary`, bytes)));
  }
  const path = engine.exchangeFile();
  try {
    await writeFile(path, bytes);
    const structure = table.columns.map((column) => `${identifier(column.name)} ${column.type.sql}`).join(', ');
    const source = `file(${stringLiteral(path)}, 'RowBinary', ${stringLiteral(structure)})`;
    const write = () => writing(() => session.query(`${insert} SELECT ${names} FROM ${source}`));
    return await engine.exclusively(() => countWritten(engine, write));
  } finally {
    await rm(path, { force: true });
  }
}

/** What an engine had counted when its tables were last written so. */
const lastCounts = new WeakMap<EmbeddedEngine, { readonly state: number; readonly insertedRows: number }>();

/** Whether the engine takes all of the data of an INSERT when it gets them from memory. */
export function isWholeInMemory(data: Buffer): boolean {
  return !data.includes(END_OF_DATA);
}

/**
 * Returns how many rows the engine inserts during `write`. Call it inside `EmbeddedEngine.exclusively`, because the
 * engine counts for the whole process.
 */
export async function countWritten(engine: EmbeddedEngine, write: () => Promise<unknown>): Promise<number> {
  const session = engine.openToldSession();
  try {
    const known = lastCounts.get(engine);
    // Large inserts come one after the other: what the engine counted after one, it counts before the next.
    const isCounted = known !== undefined && known.state === engine.writes.state;
    const before = isCounted ? known.insertedRows : await insertedRows(session);
    await write();
    const state = engine.writes.state;
    const after = await insertedRows(session);
    if (state !== undefined) lastCounts.set(engine, { state, insertedRows: after });
    return after - before;
  } finally {
    session.close();
  }
}

async function insertedRows(session: ReturnType<EmbeddedEngine['openSession']>): Promise<number> {
  const bytes = await session.query("SELECT value FROM system.events WHERE event = 'InsertedRows'", 'TabSeparated');
  return Number(Buffer.from(bytes).toString('latin1').trim() || '0');
}
