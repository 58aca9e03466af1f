import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { countWritten, type EmbeddedEngine } from '@tonriver/clickhouse';
import type { Logger } from '@tonriver/logger';
import { ClickHouseHttpError, malformedRequestError, notSupportedError } from './errors.ts';
import { checkCaller, checkPassword } from './http/check-caller.ts';
import { errorAnswerOf } from './http/error-answer.ts';
import { createLimiter } from './http/limiter.ts';
import { parseRequest, type ParsedRequest } from './http/parse-request.ts';
import { drain, readBodyText, saveBody } from './http/read-body.ts';
import { insertFromFile, isInsert } from './insert-statement.ts';
import { openFullSession, openReadOnlySession, type PreparedStatement } from './open-session.ts';
import type { ReadOnlyBounds } from './read-only/session-settings.ts';
import { formatOfStatement } from './result-formats.ts';
import { sendPieces, sendWhole, type ResultHeaders } from './send-result.ts';

export interface AnswererOptions {
  readonly engine: EmbeddedEngine;
  readonly database: string;
  readonly mode: 'full' | 'read-only';
  readonly logger: Logger;
  readonly password: string | undefined;
  readonly readOnlyBounds: ReadOnlyBounds;
  readonly queriesMax: number;
  readonly waitingQueriesMax: number;
  readonly dataBytesMax: number;
}

/**
 * SQL text of one request: ClickHouse's own default is 256 KiB; many keys of a look-up or an INSERT of values are
 * longer.
 */
const statementBytesMax = { full: 16 * 1024 * 1024, 'read-only': 200 * 1024 } as const;

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers requests; never throws: what fails is answered, or ends the connection when the answer has begun. */
export async function createAnswerer(options: AnswererOptions): Promise<Answer> {
  const { engine, logger, password } = options;
  const { version, tableFunctions } = await describeEngine(engine);
  const limiter = createLimiter({ runningMax: options.queriesMax, waitingMax: options.waitingQueriesMax });

  return async function answerRequest(request, response) {
    // Nothing here is meant for a browser to show or to share.
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'no-store');
    try {
      checkCaller(request.headers);
      const address = addressOf(request);
      if (address.pathname === '/ping' || address.pathname === '/replicas_status') return answerOk(request, response);
      if (address.pathname !== '/') throw notFound();
      if (password !== undefined) checkPassword(request.headers, address.searchParams, password);
      if (request.method !== 'GET' && request.method !== 'POST') throw methodNotAllowed();
      const parsed = parseRequest(request, address);
      if (request.method === 'GET' && parsed.query === '') return answerOk(request, response);
      await limiter.run(() => runQuery({ ...options, tableFunctions }, request, response, parsed));
    } catch (error) {
      await drain(request);
      answerError(error, request, response, { version, logger });
    }
  };
}

function addressOf(request: IncomingMessage): URL {
  try {
    return new URL(request.url ?? '/', 'http://localhost');
  } catch {
    throw malformedRequestError('The address is malformed');
  }
}

async function describeEngine(engine: EmbeddedEngine): Promise<{ version: string; tableFunctions: readonly string[] }> {
  const session = engine.openSession();
  try {
    const sql = "SELECT version(), arrayStringConcat(groupArray(name), ',') FROM system.table_functions";
    const [version = '', names = ''] = Buffer.from(await session.query(sql, 'TabSeparated'))
      .toString('utf8')
      .trim()
      .split('\t');
    return { version, tableFunctions: names.split(',') };
  } finally {
    session.close();
  }
}

async function runQuery(
  options: AnswererOptions & { readonly tableFunctions: readonly string[] },
  request: IncomingMessage,
  response: ServerResponse,
  parsed: ParsedRequest,
): Promise<void> {
  const { mode, engine } = options;
  // Read-only requests lose nothing without one; others would miss their temporary tables and settings.
  if (mode === 'full' && parsed.isSessionAsked) throw notSupportedError('Sessions (session_id) are not supported here');
  const isDataApart = mode === 'full' && request.method === 'POST' && isInsert(parsed.query);
  if (isDataApart) return insertData(options, request, response, parsed);
  const body = request.method === 'POST' ? await readBodyText(request, statementBytesMax[mode]) : '';
  const sql = parsed.query === '' || body === '' ? parsed.query + body : `${parsed.query}\n${body}`;
  if (sql.trim() === '') throw new ClickHouseHttpError('malformed_request', 'Empty query', emptyQuery);
  const dependencies = { engine, database: options.database };
  if (mode === 'read-only') {
    const { tableFunctions, readOnlyBounds: bounds } = options;
    const prepared = await openReadOnlySession({ ...dependencies, bounds, tableFunctions }, parsed, sql);
    return withSession(prepared, () => sendResult(response, parsed, prepared));
  }
  if (sql.includes('\0')) throw malformedRequestError('The query has a NUL character');
  // A GET must not change anything: browsers and proxies send it on their own.
  const settings = request.method === 'GET' ? new Map([...parsed.settings, ['readonly', '2']]) : parsed.settings;
  const prepared = await openFullSession(dependencies, { ...parsed, settings }, sql);
  await withSession(prepared, async () => {
    if (isInsert(sql)) await sendInserted(engine, response, parsed, prepared);
    else await sendResult(response, parsed, prepared);
  });
}

const emptyQuery = { status: 400, serverCode: 62, serverName: 'SYNTAX_ERROR' } as const;

async function withSession(prepared: PreparedStatement, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } finally {
    prepared.session.close();
  }
}

/** An INSERT whose statement is in the address and whose data is the body, byte for byte. */
async function insertData(
  options: AnswererOptions,
  request: IncomingMessage,
  response: ServerResponse,
  parsed: ParsedRequest,
): Promise<void> {
  const { engine, database } = options;
  const path = engine.exchangeFile();
  try {
    const bytes = await saveBody(request, path, options.dataBytesMax);
    const isSelect = bytes === 0 && !/\b(FORMAT\s+\w+|VALUES)\s*;?\s*$/i.test(parsed.query);
    const sql = isSelect ? parsed.query : insertFromFile(parsed.query, path);
    const prepared = await openFullSession({ engine, database }, parsed, sql);
    await withSession(prepared, () => sendInserted(engine, response, parsed, prepared));
  } finally {
    await rm(path, { force: true });
  }
}

async function sendInserted(
  engine: EmbeddedEngine,
  response: ServerResponse,
  parsed: ParsedRequest,
  { session, sql }: PreparedStatement,
): Promise<void> {
  const written = await engine.exclusively(() =>
    countWritten(engine, async () => {
      await session.query(sql);
    }),
  );
  await sendWhole(response, headersOf(parsed, 'TabSeparated', written), new Uint8Array(0));
}

async function sendResult(
  response: ServerResponse,
  parsed: ParsedRequest,
  { session, sql }: PreparedStatement,
): Promise<void> {
  const format = formatOfStatement(sql) ?? parsed.defaultFormat;
  await sendPieces(response, headersOf(parsed, format, 0), parsed.isWaitingForEnd, session, sql);
}

function headersOf(parsed: ParsedRequest, format: string, writtenRows: number): ResultHeaders {
  return { queryId: parsed.queryId ?? randomUUID(), format, writtenRows, isGzipWelcome: parsed.isGzipWelcome };
}

function answerOk(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=UTF-8' }).end('Ok.\n');
}

function answerError(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  { version, logger }: { readonly version: string; readonly logger: Logger },
): void {
  if (response.headersSent) {
    // A status can no longer be sent: a broken connection is the one sign of failure a client cannot overlook.
    logger.warn('A query failed after its answer had begun', { error });
    response.destroy();
    return;
  }
  // The client went away: there is nobody to answer.
  if (response.destroyed) return;
  const answer = errorAnswerOf(error, version);
  if (answer === undefined) logger.error('A request failed for an unknown reason', { error });
  const { status, serverCode, body } = answer ?? {
    status: 500,
    serverCode: 1002,
    body: `Code: 1002. DB::Exception: The request failed; the log says why. (UNKNOWN_EXCEPTION) (version ${version})\n`,
  };
  // What is still left of the body is not read: the connection cannot be used for another request.
  if (!request.complete) response.setHeader('Connection', 'close');
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=UTF-8',
    'X-ClickHouse-Exception-Code': String(serverCode),
    'X-ClickHouse-Server-Display-Name': 'tonriver',
  });
  response.end(body);
}

const notFound = (): ClickHouseHttpError =>
  new ClickHouseHttpError('not_found', 'There is no such address; use / or /ping', {
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
