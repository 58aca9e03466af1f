import type { EngineSession } from '@tonriver/chdb';

/** Passes on the pieces of a session, and closes the session after the last piece or when the reader stops early. */
export async function* closingAfter<Piece>(
  pieces: AsyncGenerator<Piece>,
  session: EngineSession,
): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } finally {
    session.close();
  }
}
