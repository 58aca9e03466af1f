import type { IncomingMessage } from 'node:http';

/**
 * Whether a body is still on its way. A request without one is not `complete` either while its handler runs, and must
 * not cost its client the connection.
 */
export function hasUnreadBody(request: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  return !request.complete && (encoding !== undefined || Number(length) > 0);
}
