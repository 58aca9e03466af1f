import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { AnswerBeside } from '@tonriver/api-gateway/service';
import { foreignCallerRefusal, hasUnreadBody } from '@tonriver/http-server';

/** Headers of one connection, which the next one has its own of. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect', 'te', 'trailer']);

/**
 * Forwards the requests of a devnet's operator to the devnet's own port on this machine. The caller is checked here,
 * because there every request comes from this process.
 */
export function createDevnetForwarder(port: number): AnswerBeside {
  return {
    prefix: '/devnet/',
    answer(request, response) {
      const refusal = foreignCallerRefusal(request);
      if (refusal !== undefined) return refuse(response, 403, refusal);
      try {
        forward(port, request, response);
      } catch {
        // Node refuses to send what some of its versions take: a path with a tab.
        refuse(response, 400, 'The request cannot be forwarded');
      }
    },
  };
}

function forward(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path } = request;
  // Without it the body of a GET would go on bare, and be taken for the next request there.
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  const headers = { ...headersOf(request.headers), ...(isChunked && { 'transfer-encoding': 'chunked' }) };
  // A connection of its own for each of these few requests: one that is kept may be closed just when it is used.
  const upstream = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false });
  upstream.on('response', (answer) => {
    // The unread rest of a refused request would be taken for the next request.
    if (hasUnreadBody(request)) response.setHeader('Connection', 'close');
    response.writeHead(answer.statusCode ?? 502, headersOf(answer.headers));
    answer.pipe(response);
    // A part of an answer must not look like all of it.
    answer.on('error', () => response.destroy());
  });
  upstream.on('error', () => {
    if (!response.headersSent) refuse(response, 503, 'The devnet does not answer');
  });
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

function headersOf(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)));
}

function refuse(response: ServerResponse, code: number, error: string): void {
  if (hasUnreadBody(response.req)) response.setHeader('Connection', 'close');
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify({ code, error }));
}
