import type { WritingSession } from './embedded-engine.ts';
import type { TableWrites } from './table-writes.ts';

/** A connection each of whose statements counts as one that may write any table, because nobody looks into it. */
export function watchedSession(session: WritingSession, writes: TableWrites): WritingSession {
  async function* during<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    const end = writes.begin('any');
    try {
      yield* pieces;
    } finally {
      end();
    }
  }
  return {
    query: (sql, format) => writes.during('any', () => session.query(sql, format)),
    countedQuery: (sql, format) => writes.during('any', () => session.countedQuery(sql, format)),
    stream: (sql, format) => during(session.stream(sql, format)),
    countedStream: (sql, format) => during(session.countedStream(sql, format)),
    insert: (statement, data) => writes.during('any', () => session.insert(statement, data)),
    close: () => session.close(),
  };
}
