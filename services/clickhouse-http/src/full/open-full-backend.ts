import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createTurns, type EmbeddedEngine, type Turns, type WritingSession } from '@tonriver/chdb';
import { setStatement } from '@tonriver/clickhouse';
import type { Backend, PreparedRequest } from '../backend.ts';
import { clientLeft, notSupportedError } from '../errors.ts';
import type { ParsedRequest } from '../http/parse-request.ts';
import { saveBody } from '../http/read-body.ts';
import { readStatement } from '../read-statement.ts';
import { answerPieces, uncounted } from '../result/answer-pieces.ts';
import { packPieces } from '../result/pack-pieces.ts';
import { formatOfStatement } from '../result/result-formats.ts';
import { closingAfter } from '../statements/closing-after.ts';
import { databaseIdentifier, describeEngine } from '../statements/run-statement.ts';
import { type Answer, type AnswerPiece, noCounts } from '../statements/statement.ts';
import { endingWhenLeft, unlessLeft } from './caller-left.ts';
import { isInsert } from './insert-statement.ts';
import { createWriteBody, type WriteBody } from './write-body.ts';

/** Look-ups of many keys and INSERTs of values may be longer than ClickHouse's own limit of 256 KiB. */
const statementBytesMax = 16 * 1024 * 1024;

/**
 * Time limit of statements that set none. It is shorter than the time-out of clients, so that the place is given back.
 */
const executionSecondsMax = '330';

interface FullOptions {
  readonly engine: EmbeddedEngine;
  readonly database: string;
  /** Bytes of one INSERT's data. */
  readonly dataBytesMax: number;
}

interface Served extends FullOptions {
  /** INSERTs of clients, one after the other: those of the process itself do not wait for them. */
  readonly writeInTurn: Turns;
}

/** Full access to the engine in this process. */
export async function openFullBackend(fullOptions: FullOptions): Promise<Backend> {
  const { engine } = fullOptions;
  const options: Served = { ...fullOptions, writeInTurn: createTurns(1) };
  const session = engine.openSession();
  const { version } = await describeEngine(session).finally(() => session.close());
  return {
    version: () => version,
    async prepare(request, parsed, bodyMsMax) {
      // A client that asks for a session relies on temporary tables and settings, which would be missing.
      if (parsed.isSessionAsked) throw notSupportedError('Sessions (session_id) are not supported here');
      const isDataInBody = request.method === 'POST' && isInsert(parsed.query);
      if (isDataInBody) return prepareInsert(options, request, parsed, bodyMsMax);
      const sql = await readStatement(request, parsed, { bytesMax: statementBytesMax, msMax: bodyMsMax });
      // A GET must not change anything: browsers and proxies send it on their own.
      const settings = request.method === 'GET' ? new Map([...parsed.settings, ['readonly', '2']]) : parsed.settings;
      return {
        run: (left) => runStatement(options, { ...parsed, settings }, sql, left),
        discard: () => Promise.resolve(),
      };
    },
    close: () => Promise.resolve(),
  };
}

/** An INSERT whose statement is in the address and whose data is the body, byte for byte. */
async function prepareInsert(
  options: Served,
  request: IncomingMessage,
  parsed: ParsedRequest,
  bodyMsMax: number,
): Promise<PreparedRequest> {
  const path = options.engine.exchangeFile();
  const discard = (): Promise<void> => rm(path, { force: true });
  try {
    const byteLength = await saveBody(request, path, { bytesMax: options.dataBytesMax, msMax: bodyMsMax });
    const isSelect = byteLength === 0 && !/\b(FORMAT\s+\w+|VALUES)\s*;?\s*$/i.test(parsed.query);
    if (isSelect) return { run: (left) => runStatement(options, parsed, parsed.query, left), discard };
    const write = createWriteBody(parsed.query, { path, byteLength });
    // No time limit: an INSERT that is ended too early would leave half of its data.
    const settings = new Map([['max_execution_time', '0'], ...parsed.settings]);
    return { run: (left) => runStatement(options, { ...parsed, settings }, parsed.query, left, write), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/**
 * @param left aborts when the caller has left: a SELECT is ended then, a write is finished or never begun
 * @param write of an INSERT whose data are not in its statement
 */
async function runStatement(
  options: Served,
  parsed: ParsedRequest,
  sql: string,
  left: AbortSignal,
  write: WriteBody = (own) => own.insert(sql, new Uint8Array(0)),
): Promise<Answer> {
  const { engine, writeInTurn } = options;
  const logComment = randomUUID();
  const session = await openSession(options, parsed, logComment);
  if (left.aborted) {
    session.close();
    throw clientLeft();
  }
  if (isInsert(sql)) {
    const pieces = insertedPieces(writeInTurn, left, () => write(session));
    return { format: 'TabSeparated', pieces: closingAfter(pieces, session) };
  }
  const { nativeRevision, packing } = parsed;
  const format = formatOfStatement(sql) ?? parsed.defaultFormat;
  const pieces = answerPieces({ session, sql, format, nativeRevision, readCounter: uncounted });
  const ending = endingWhenLeft(pieces, left, () => engine.endReading(logComment));
  return { format, pieces: closingAfter(packPieces(ending, packing), session) };
}

/**
 * A connection for one request. As in ClickHouse without sessions, its settings do not affect the next request.
 */
async function openSession(
  { engine, database }: FullOptions,
  parsed: ParsedRequest,
  logComment: string,
): Promise<WritingSession> {
  const session = engine.openSession();
  try {
    const parameters = [...parsed.parameters].map(([name, value]) => [`param_${name}`, value] as const);
    const settings = Object.fromEntries([...parsed.settings, ...parameters]);
    const whole = { max_execution_time: executionSecondsMax, ...settings, log_comment: logComment };
    // In one statement: the engine takes longer to begin than to do them.
    await session.query(`USE ${databaseIdentifier(parsed.database ?? database)}; ${setStatement(whole)}`);
    return session;
  } catch (error) {
    session.close();
    throw error;
  }
}

async function* insertedPieces(
  writeInTurn: Turns,
  left: AbortSignal,
  write: () => Promise<number>,
): AsyncGenerator<AnswerPiece> {
  const writtenRows = await unlessLeft(left, (begin) =>
    writeInTurn(() => {
      begin();
      return write();
    }),
  );
  yield { bytes: new Uint8Array(0), counts: { ...noCounts, writtenRows } };
}
