import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasUnreadBody } from '@tonriver/http-server';

/** What a route answers with. */
export interface Answer {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One route. `path` has the parts after the prefix of its routes. */
export interface RouteRequest {
  readonly request: IncomingMessage;
  readonly url: URL;
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal;
}

export type Route = (request: RouteRequest) => Promise<Answer>;

export function jsonAnswer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body: JSON.stringify(body), contentType: 'application/json', headers };
}

/** The error body of all routes but those of version 2. */
export function errorAnswer(code: number, error: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return jsonAnswer(code, { code, error }, headers);
}

export function sendAnswer(response: ServerResponse, { status, body, contentType, headers }: Answer): void {
  if (response.headersSent || response.destroyed) return;
  // The unread rest of a refused request would be taken for the next request.
  if (hasUnreadBody(response.req)) response.setHeader('Connection', 'close');
  response.writeHead(status, { ...(contentType === undefined ? {} : { 'content-type': contentType }), ...headers });
  response.end(body);
}
