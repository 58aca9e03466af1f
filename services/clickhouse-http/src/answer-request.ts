import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@tonriver/logger';
import type { Backend } from './backend.ts';
import { ClickHouseHttpError, malformedRequestError } from './errors.ts';
import { checkCaller, checkPassword } from './http/check-caller.ts';
import { clientLeaving } from './http/client-leaving.ts';
import { errorAnswerOf, versionText } from './http/error-answer.ts';
import type { Limiter } from './http/limiter.ts';
import { parseRequest, type ParsedRequest } from './http/parse-request.ts';
import { playPage } from './http/play-page.ts';
import { drain } from './http/read-body.ts';
import { sendAnswer } from './http/send-answer.ts';

export interface AnswererOptions {
  readonly backend: Backend;
  readonly logger: Logger;
  readonly password: string | undefined;
  /** Limits the statements that run at once. */
  readonly places: Limiter;
  /** Limits the bodies that are read at once. It is a separate limit, so that a slow body does not block statements. */
  readonly bodies: Limiter;
  readonly bodyMsMax: number;
  readonly stallMsMax: number;
  readonly sendMsMax: number | undefined;
}

type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers requests. Never throws: an error is answered, or ends the connection if the answer has already begun. */
export function createAnswerer(options: AnswererOptions): AnswerRequest {
  const { backend, logger } = options;
  return async function answerRequest(request, response) {
    // Browsers must neither guess another content type nor keep an answer.
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'no-store');
    // A broken connection is handled by `close`. An `error` event without a listener would end the process.
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    try {
      await answerOne(options, clientLeaving(response), request, response);
    } catch (error) {
      await drain(request);
      answerError(error, request, response, { version: backend.version(), logger });
    }
  };
}

async function answerOne(
  options: AnswererOptions,
  left: AbortSignal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { password } = options;
  checkCaller(request.headers);
  const address = addressOf(request);
  if (answerFixed(request, response, address)) return;
  if (password !== undefined) checkPassword(request.headers, address.searchParams, password);
  if (request.method !== 'GET' && request.method !== 'POST') throw methodNotAllowed();
  await runQuery(options, left, request, response, parseRequest(request, address));
}

function addressOf(request: IncomingMessage): URL {
  try {
    return new URL(request.url ?? '/', 'http://localhost');
  } catch {
    throw malformedRequestError('The address is malformed');
  }
}

/** Addresses whose answer is always the same; false for others. */
function answerFixed(request: IncomingMessage, response: ServerResponse, { pathname, searchParams }: URL): boolean {
  const isLooking = request.method === 'GET' || request.method === 'HEAD';
  const isOk =
    pathname === '/ping' || pathname === '/replicas_status' || (pathname === '/' && !searchParams.has('query'));
  if (isLooking && pathname === '/play') {
    request.resume();
    response.writeHead(200, playPage.headers).end(playPage.bytes);
    return true;
  }
  if (isOk && (isLooking || pathname !== '/')) {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=UTF-8', 'Content-Length': '4' }).end('Ok.\n');
    return true;
  }
  if (pathname !== '/') throw notFound();
  return false;
}

/** Reads the body first and then waits for a place to run; the place is given back whatever happens to the client. */
async function runQuery(
  { backend, places, bodies, bodyMsMax, stallMsMax, sendMsMax }: AnswererOptions,
  left: AbortSignal,
  request: IncomingMessage,
  response: ServerResponse,
  parsed: ParsedRequest,
): Promise<void> {
  const prepared = await bodies.run(left, () => backend.prepare(request, parsed, bodyMsMax));
  try {
    await places.run(left, async () => {
      const { isWaitingForEnd, packing } = parsed;
      const headers = { queryId: parsed.queryId ?? randomUUID(), isWaitingForEnd, packing };
      const answer = await prepared.run(left);
      await sendAnswer(response, answer, headers, { left, stallMsMax, sendMsMax });
    });
  } finally {
    await prepared.discard();
  }
}

function answerError(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  { version, logger }: { readonly version: string | undefined; readonly logger: Logger },
): void {
  // The client has left.
  if (response.destroyed || request.socket.destroyed) return;
  if (response.headersSent) {
    // The status has already been sent. A broken connection is the only sign of failure that no client overlooks.
    logger.warn('A query failed after its answer had begun', { error });
    response.destroy();
    return;
  }
  const answer = errorAnswerOf(error, version);
  if (answer === undefined) logger.error('A request failed for an unknown reason', { error });
  const { status, serverCode, body } = answer ?? {
    status: 500,
    serverCode: 1002,
    body: `Code: 1002. DB::Exception: The request failed; the log says why. (UNKNOWN_EXCEPTION)${versionText(version)}\n`,
  };
  // The rest of the body is not read, so the connection cannot be used for another request.
  if (!request.complete) response.setHeader('Connection', 'close');
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=UTF-8',
    'X-ClickHouse-Exception-Code': String(serverCode),
    'X-ClickHouse-Server-Display-Name': 'tonriver',
  });
  response.end(body);
}

const notFound = (): ClickHouseHttpError =>
  new ClickHouseHttpError('not_found', 'There is no such address; use /, /play or /ping', {
    status: 404,
    serverCode: 36,
    serverName: 'BAD_ARGUMENTS',
  });

const methodNotAllowed = (): ClickHouseHttpError =>
  new ClickHouseHttpError('method_not_allowed', 'Only GET and POST are answered', {
    status: 405,
    serverCode: 36,
    serverName: 'BAD_ARGUMENTS',
  });
