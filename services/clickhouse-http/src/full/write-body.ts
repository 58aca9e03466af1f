import { readFile } from 'node:fs/promises';
import { isWholeInMemory, type WritingSession } from '@tonriver/chdb';
import { insertFromFile } from './insert-statement.ts';

/** Writes the data of an INSERT, and returns the number of rows. Call it when it is the turn of the request. */
export type WriteBody = (session: WritingSession) => Promise<number>;

/** Larger data are read from their file by the engine. */
const memoryBytesMax = 4 * 1024 * 1024;

/**
 * Returns what writes a body that was saved to a file. From memory that takes two thirds of the time, where the engine
 * can. The file is read only when it is its turn, so that one body is in memory at a time.
 *
 * @throws ClickHouseHttpError when the statement names no format
 */
export function createWriteBody(
  sql: string,
  { path, byteLength }: { readonly path: string; readonly byteLength: number },
): WriteBody {
  const fromFile = insertFromFile(sql, path);
  // White space behind the format would be taken for the beginning of the data.
  const statement = sql.trimEnd();
  const mayFit = byteLength > 0 && byteLength <= memoryBytesMax && /\bFORMAT\s+RowBinary$/i.test(statement);
  return async (session) => {
    const data = mayFit ? await readFile(path) : undefined;
    return data !== undefined && isWholeInMemory(data)
      ? await session.insert(statement, data)
      : await session.insert(fromFile, new Uint8Array(0));
  };
}
