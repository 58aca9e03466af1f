import type { EngineSession } from '@tonriver/chdb';

/** Pieces that a session makes; the session is closed when they are at their end or given up. */
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
