import { clientLeft } from '../errors.ts';

/** The engine may not have begun the statement yet, so it is told to end it again after this pause. */
const againMs = 500;

/**
 * Pieces of a statement that is ended when the caller leaves. The piece that is waited for then comes at once, or
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
      // The engine may have no memory to do it now. The next attempt follows, and the statement has its own time limit.
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
 * Runs an action that must be done completely or not at all. If the caller leaves before the action has begun, it never
 * begins and the promise rejects at once. The action calls `begin` first, which throws when the caller has left.
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
