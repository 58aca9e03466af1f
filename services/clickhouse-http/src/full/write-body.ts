import { readFile } from 'node:fs/promises';
import { countWritten, type EmbeddedEngine, isWholeInMemory, type WritingSession } from '@tonriver/chdb';
import { insertFromFile } from './insert-statement.ts';

/**
 * Writes the data of an INSERT when it is its turn, and returns the number of rows.
 *
 * @param begin is called when its turn has come; what it throws ends the write
 */
export type WriteBody = (session: WritingSession, begin: () => void) => Promise<number>;

/** Larger data are read from their file by the engine. */
const memoryBytesMax = 4 * 1024 * 1024;

/** Returns what runs an INSERT whose data are in its statement. */
export function createWriteStatement(engine: EmbeddedEngine, sql: string): WriteBody {
  return async (session, begin) =>
    await engine.turns.alone(async () => {
      begin();
      return await countWritten(engine, () => session.query(sql));
    });
}

/**
 * Returns what writes a body that was saved to a file. From memory that takes two thirds of the time, where the engine
 * can. The file is read only when it is its turn, so that few bodies are in memory at a time.
 *
 * @throws ClickHouseHttpError when the statement names no format
 */
export function createWriteBody(
  engine: EmbeddedEngine,
  sql: string,
  { path, byteLength }: { readonly path: string; readonly byteLength: number },
): WriteBody {
  const writeFile = createWriteStatement(engine, insertFromFile(sql, path));
  // White space behind the format would be taken for the beginning of the data.
  const statement = sql.trimEnd();
  const mayFit = byteLength > 0 && byteLength <= memoryBytesMax && /\bFORMAT\s+RowBinary$/i.test(statement);
  if (!mayFit) return writeFile;
  return async (session, begin) => {
    const written = await engine.turns.together(async () => {
      begin();
      const data = await readFile(path);
      return isWholeInMemory(data) ? await session.insert(statement, data) : undefined;
    });
    return written ?? (await writeFile(session, begin));
  };
}
