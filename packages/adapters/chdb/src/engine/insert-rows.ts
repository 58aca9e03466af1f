import { rm, writeFile } from 'node:fs/promises';
import type { ColumnList } from '@tonriver/row-schema';
import { identifier, stringLiteral } from '@tonriver/row-schema';
import type { EmbeddedEngine, WritingSession } from './embedded-engine.ts';

/** For the engine these end the data of a statement, whatever the format is. */
const END_OF_DATA = '\n\n';
const NO_DATA = new Uint8Array(0);

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
  const write = (statement: string, data: Uint8Array): Promise<number> =>
    engine.writeInTurn(() => engine.writes.during([table.name], () => session.insert(statement, data)));
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.length);
  if (isWholeInMemory(bytes)) return await write(`${insert} FORMAT RowBinary`, bytes);
  const path = engine.exchangeFile();
  try {
    await writeFile(path, bytes);
    const structure = table.columns.map((column) => `${identifier(column.name)} ${column.type.sql}`).join(', ');
    const source = `file(${stringLiteral(path)}, 'RowBinary', ${stringLiteral(structure)})`;
    return await write(`${insert} SELECT ${names} FROM ${source}`, NO_DATA);
  } finally {
    await rm(path, { force: true });
  }
}

/** Whether the engine takes all of the data of an INSERT when it gets them from memory. */
export function isWholeInMemory(data: Buffer): boolean {
  return !data.includes(END_OF_DATA);
}
