import type { Socket } from 'node:net';

/** A client's connection, which may carry many requests. */
export interface Connection {
  /** Aborts when the client has left. */
  readonly left: AbortSignal;
  /**
   * Answers requests one after the other, as they came. A client may send several without waiting (pipelining): the
   * later ones have no way out before the earlier are answered, so they wait here and not in a place for statements.
   * A client that sends very many is cut off.
   */
  inTurn(answer: () => Promise<void>): Promise<void>;
}

const unansweredMax = 32;
const connections = new WeakMap<Socket, Connection>();

/**
 * The connection that a request came on. Asked of the socket, because of a response that has not got its turn on the
 * socket yet nobody is told that the client has left.
 */
export function connectionOf(socket: Socket): Connection {
  const known = connections.get(socket);
  if (known !== undefined) return known;
  const leaving = new AbortController();
  if (socket.destroyed) leaving.abort();
  socket.once('close', () => leaving.abort());
  let unanswered = 0;
  let last: Promise<void> = Promise.resolve();
  const connection: Connection = {
    left: leaving.signal,
    async inTurn(answer) {
      unanswered += 1;
      if (unanswered > unansweredMax) socket.destroy();
      const turn = last.then(() => (leaving.signal.aborted ? undefined : answer()));
      last = turn.then(
        () => undefined,
        () => undefined,
      );
      try {
        await turn;
      } finally {
        unanswered -= 1;
      }
    },
  };
  connections.set(socket, connection);
  return connection;
}
