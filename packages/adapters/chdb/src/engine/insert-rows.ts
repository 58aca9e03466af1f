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
    return await engine.exclusively(async () => {
      const known = currentCount(engine);
      const state = engine.writes.state ?? 0;
      const written = await writing(() => session.insert(`${insert} FORMAT RowBinary`, bytes));
      // This statement says itself how many rows it wrote, and nothing else was written meanwhile.
      if (known !== undefined && engine.writes.state === state + 1) rememberCount(engine, known + written);
      return written;
    });
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

/** What an engine has counted, when nothing was written since it was known. */
function currentCount(engine: EmbeddedEngine): number | undefined {
  const known = lastCounts.get(engine);
  return known?.state === engine.writes.state ? known?.insertedRows : undefined;
}

function rememberCount(engine: EmbeddedEngine, insertedRows: number): void {
  const { state } = engine.writes;
  if (state !== undefined) lastCounts.set(engine, { state, insertedRows });
}

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
    // Inserts come one after the other: what the engine counted after one, it counts before the next.
    const before = currentCount(engine) ?? (await insertedRows(session));
    await write();
    const { state } = engine.writes;
    const after = await insertedRows(session);
    if (engine.writes.state === state) rememberCount(engine, after);
    return after - before;
  } finally {
    session.close();
  }
}

async function insertedRows(session: ReturnType<EmbeddedEngine['openSession']>): Promise<number> {
  const bytes = await session.query("SELECT value FROM system.events WHERE event = 'InsertedRows'", 'TabSeparated');
  return Number(Buffer.from(bytes).toString('latin1').trim() || '0');
}
