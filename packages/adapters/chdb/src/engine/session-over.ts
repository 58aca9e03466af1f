import type { Session } from 'chdb';
import type { EngineSession, ResultPiece } from './embedded-engine.ts';

/** Wraps a connection of the engine. */
export function sessionOver(session: Session, onClose: () => void): EngineSession {
  async function countedQuery(sql: string, format: string): Promise<ResultPiece> {
    const result = await session.queryAsync(sql, { format });
    return { bytes: result.bytes(), rowCount: result.rowsRead };
  }
  async function* countedStream(sql: string, format: string): AsyncGenerator<ResultPiece> {
    try {
      for await (const chunk of session.queryStream(sql, { format })) {
        yield { bytes: chunk.raw(), rowCount: chunk.numRows };
      }
    } catch (error) {
      throw withServerCode(error);
    }
  }
  return {
    query: async (sql, format = 'Null') => (await countedQuery(sql, format)).bytes,
    countedQuery,
    async *stream(sql, format) {
      for await (const { bytes } of countedStream(sql, format)) yield bytes;
    },
    countedStream,
    close() {
      onClose();
      session.close();
    },
  };
}

/**
 * Adds the error code, which the engine's streams and inserts lack, from the error's text `Code: 60. DB::Exception: …`.
 */
export function withServerCode(error: unknown): unknown {
  if (!(error instanceof Error) || ('clickhouseCode' in error && error.clickhouseCode !== undefined)) return error;
  const number = /^(?:Query failed: )?Code: (\d+)\. /.exec(error.message)?.[1];
  return number === undefined ? error : Object.assign(error, { clickhouseCode: Number(number) });
}
