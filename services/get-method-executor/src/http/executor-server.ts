import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  failureOf,
  type GetMethodCall,
  GetMethodError,
  type GetMethodErrorCode,
  type GetMethodExecutor,
  getMethodCall,
  jsonNesting,
} from '@tonriver/api-model';
import type { Logger } from '@tonriver/logger';
import type { Health, HealthReport, Metrics } from '@tonriver/telemetry';

export interface ExecutorServerOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly executor: GetMethodExecutor;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

export interface ExecutorServer {
  readonly port: number;
  /** Stops listening and lets running calls end; after the grace their connections are cut. */
  stop(graceMs: number): Promise<void>;
}

/** The path of calls, for the gateway's client. */
const CALL_PATH = '/v1/get-method';
/** A stack as text: what the API takes, and what base64 and names add to it. */
const BODY_BYTES_MAX = 8 * 1024 * 1024;
/** An argument nested as deep as may be, each level an object in an array, and what surrounds it. */
const JSON_NESTING_MAX = 256;

const STATUSES: Readonly<Record<GetMethodErrorCode, number>> = {
  bad_call: 400,
  arguments_too_large: 400,
  result_too_deep: 422,
  result_too_large: 422,
  not_ready: 503,
  block_not_indexed: 404,
  account_unknown: 404,
  account_ambiguous: 409,
  library_unknown: 404,
  config_unknown: 404,
  config_not_supported: 501,
  overloaded: 503,
  timed_out: 504,
  out_of_memory: 422,
  unavailable: 503,
  failed: 500,
};

/**
 * The executor over HTTP, for the gateway and nobody else: `POST /v1/get-method` takes a `GetMethodCall` and answers
 * with a `GetMethodAnswer`, or a status and a `GetMethodFailure`. Beside it `/live`, `/ready` and `/metrics`.
 */
export async function startExecutorServer(options: ExecutorServerOptions): Promise<ExecutorServer> {
  const { host, port } = options;
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      options.logger.error('A call failed', { error });
      const failure = failureOf(new GetMethodError('failed', 'internal error of the get-method executor'));
      send(response, STATUSES.failed, JSON.stringify(failure));
    });
  });
  // A client that sends its call by the byte must not hold a connection for ever.
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop: (graceMs) => stop(server, graceMs) };
}

async function answer(options: ExecutorServerOptions, request: IncomingMessage, response: ServerResponse) {
  const path = (request.url ?? '/').split('?', 1)[0];
  const report = ({ isOk, problems }: HealthReport): void => send(response, isOk ? 200 : 503, JSON.stringify(problems));
  if (path === CALL_PATH && request.method === 'POST') await answerCall(options, request, response);
  else if (path === '/live') report(options.health.live());
  else if (path === '/ready') report(options.health.ready());
  else if (path === '/metrics') send(response, 200, await options.metrics.render(), options.metrics.contentType);
  else send(response, 404, `Not found: this port has POST ${CALL_PATH}, /live, /ready and /metrics\n`, 'text/plain');
}

async function answerCall({ executor }: ExecutorServerOptions, request: IncomingMessage, response: ServerResponse) {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const call = parseCall(await readBody(request));
    send(response, 200, JSON.stringify(await executor.run(call, { signal: gone.signal })));
  } catch (error) {
    if (!(error instanceof GetMethodError)) throw error;
    const { retryAfterMs } = error.fields;
    const status = STATUSES[error.code];
    if (status === 503) {
      const seconds = typeof retryAfterMs === 'number' ? Math.ceil(retryAfterMs / 1000) : 1;
      response.setHeader('Retry-After', String(Math.max(seconds, 1)));
    }
    send(response, status, JSON.stringify(failureOf(error)));
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_BYTES_MAX) throw new GetMethodError('arguments_too_large', 'the call is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseCall(text: string): GetMethodCall {
  if (jsonNesting(text) > JSON_NESTING_MAX) throw new GetMethodError('bad_call', 'the arguments are nested too deep');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new GetMethodError('bad_call', 'the call is not valid JSON', {}, { cause: error });
  }
  const parsed = getMethodCall.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new GetMethodError('bad_call', `the call does not fit: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}

function send(response: ServerResponse, status: number, body: string, contentType = 'application/json'): void {
  if (response.headersSent || response.destroyed) return;
  // What is left of a request that was refused early would be taken for the next one.
  if (!response.req.complete) response.setHeader('Connection', 'close');
  response.writeHead(status, { 'content-type': contentType }).end(body);
}

async function stop(server: Server, graceMs: number): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(timer);
}
