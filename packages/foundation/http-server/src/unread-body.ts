import type { IncomingMessage } from 'node:http';

/**
 * Whether a part of the body has still to arrive. `complete` alone does not tell: it is also false for a request
 * without a body while its handler runs, and closing that connection would harm the client for nothing.
 */
export function hasUnreadBody(request: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  return !request.complete && (encoding !== undefined || Number(length) > 0);
}
