import { clientLeft } from '../errors.ts';

/** A statement that is told to end may not have begun in the engine: it is told again. */
const againMs = 500;

/**
 * Pieces of a statement which is ended when the caller leaves, so that the piece that is waited for comes at once, or
 * fails.
 */
export async function* endingWhenLeft<Piece>(
  pieces: AsyncGenerator<Piece>,
  left: AbortSignal,
  endStatement: () => void,
): AsyncGenerator<Piece> {
  let again: NodeJS.Timeout | undefined;
  const attempt = (): void => {
    try {
      endStatement();
    } catch {
      // The engine may have no memory for it just now. The next attempt follows, and the statement has its own bound.
    }
  };
  const end = (): void => {
    again = setInterval(attempt, againMs);
    attempt();
  };
  left.addEventListener('abort', end, { once: true });
  try {
    if (left.aborted) throw clientLeft();
    yield* pieces;
  } finally {
    left.removeEventListener('abort', end);
    clearInterval(again);
  }
}

/**
 * Runs an action that must be done whole or not at all: one that has not begun when the caller leaves never does, and
 * is not waited for. It calls `begin` first, which throws when the caller has left.
 *
 * @throws ClickHouseHttpError `client_left`
 */
export function unlessLeft<Result>(left: AbortSignal, action: (begin: () => void) => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(clientLeft());
    left.addEventListener('abort', leave, { once: true });
    const begin = (): void => {
      left.removeEventListener('abort', leave);
      if (left.aborted) throw clientLeft();
    };
    action(begin).then(resolve, reject);
  });
}
