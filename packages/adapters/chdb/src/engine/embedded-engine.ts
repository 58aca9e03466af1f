import { mkdir, readdir, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { ClickHouseStoreError } from '@tonriver/clickhouse';
import { type DirectoryLock, holderText, lockDirectory } from '@tonriver/lifecycle';
import { stringLiteral } from '@tonriver/row-schema';
import type { Session } from 'chdb';
import { type Chdb, claimThread, loadEngine, openNative, releaseThread } from './native-engine.ts';
import { sessionOver, withServerCode } from './session-over.ts';
import { createRememberedResults, type RememberedResults } from './remembered-results.ts';
import { spreadTables } from './spread-tables.ts';
import { createTableWrites, type TableWrites } from './table-writes.ts';
import { createTurns, type Turns } from './turns.ts';
import { watchedSession } from './watched-session.ts';

/** Settings of a new connection. */
export type EngineSettings = Readonly<Record<string, number | string>>;

/** A result, or a piece of a streamed one. */
export interface ResultPiece {
  readonly bytes: Uint8Array;
  readonly rowCount: number;
}

/** A connection to the engine with its own database, settings and parameters. Its statements run one by one. */
export interface EngineSession {
  /** Returns the whole result, at most `max_result_bytes` of the engine. */
  query(sql: string, format?: string): Promise<Uint8Array>;
  /** Like `query`, with the number of rows. */
  countedQuery(sql: string, format: string): Promise<ResultPiece>;
  /**
   * Yields the result in pieces, each a complete document of the format: pieces of a format without a header can be
   * joined. Refuses several statements in one text. Ending the iteration early cancels the query.
   */
  stream(sql: string, format: string): AsyncIterable<Uint8Array>;
  /** Like `stream`, with the number of rows in each piece. */
  countedStream(sql: string, format: string): AsyncIterable<ResultPiece>;
  /** Closes the connection when its statement has ended. */
  close(): void;
}

/** A connection that may write. */
export interface WritingSession extends EngineSession {
  /**
   * Runs an INSERT, and returns how many rows were written. It may end with its format, and gets these data then, which
   * must not change meanwhile. The engine takes two line ends in a row for their end: use `insertRows`, which knows.
   */
  insert(statement: string, data: Uint8Array): Promise<number>;
}

/** The engine of ClickHouse in this process, over one data directory. */
export interface EmbeddedEngine {
  readonly path: string;
  /** Opens another connection as a client of `@clickhouse/client`. Closing it leaves the engine open. */
  openClient(): ClickHouseClient;
  /** Opens another connection in about 0.1 ms. With `readonly` = 1 statements cannot change these settings. */
  openSession(settings?: EngineSettings): WritingSession;
  /** The same for statements of which the caller knows what they write, and says so with `writes`. */
  openToldSession(settings?: EngineSettings): WritingSession;
  /** What is written. Every statement of `openSession`, and an open client, may write any table. */
  readonly writes: TableWrites;
  readonly results: RememberedResults;
  /**
   * Cancels the running SELECTs with this `log_comment`, and no other statements, which would be left unfinished.
   * Misses a statement that has not begun yet: repeat the call. Runs in the calling thread for some milliseconds,
   * because all threads of Node's pool may be busy with the statements to cancel.
   */
  endReading(logComment: string): void;
  /**
   * Runs the writes of stores in order, a few at one time: more would keep the threads from those who read, and hold
   * more data in memory. Clients of the HTTP port have a line of their own.
   */
  readonly writeInTurn: Turns;
  /** Returns a new path for a file that the engine reads or writes. The folder is emptied when the engine opens. */
  exchangeFile(): string;
  /** Waits for running statements, then releases the directory. */
  close(): Promise<void>;
}

/** The engine runs statements in the four threads of Node's pool. Two are enough for writes: others have to read. */
const WRITES_MAX = 2;

const exchangeFolder = 'tonriver-exchange';

/** By default it looks twenty times a second how much memory the process uses: half of what an idle engine takes. */
const serverSettings = ['--memory_worker_period_ms=1000'];

/**
 * Opens the engine over a data directory, and creates the directory when absent.
 *
 * Only one process can open a directory (`clickhouse_directory_held`), and a process only one directory
 * (`clickhouse_directory_busy_in_process`). Acknowledged rows survive a killed process. Files that it left are removed.
 */
export async function openEmbeddedEngine(options: { readonly path: string }): Promise<EmbeddedEngine> {
  const path = resolve(options.path);
  claimThread(path);
  let lock: DirectoryLock | undefined;
  try {
    const chdb = loadEngine();
    lock = lockDirectory(path, (holder) => {
      const message = `${holderText(holder)} has the ClickHouse data directory ${path}; stop it or name another directory`;
      return new ClickHouseStoreError('clickhouse_directory_held', message, { path, ...holder });
    });
    await spreadTables(path);
    // The engine shuts down with its last connection. This one stays open until `close`.
    const keeper = openNative(chdb, path, serverSettings);
    await emptyExchangeFolder(path);
    return engineOver(chdb, { path, lock, keeper, writes: createTableWrites() });
  } catch (error) {
    releaseThread();
    lock?.release();
    throw error;
  }
}

/**
 * Opens connections from another thread of the process that has the directory open. Both know what the other writes
 * through stores.
 *
 * The engine's native code does not survive the end of a thread that has used it: the next statement of any other
 * thread hangs or ends the process. So such a thread must live as long as the process, also after `close`. It must call
 * `close` before the thread that opened the directory does.
 *
 * @param options.writesMemory `writes.memory` of the engine of the thread that opened the directory
 */
export async function joinEmbeddedEngine(options: {
  readonly path: string;
  readonly writesMemory: SharedArrayBuffer;
}): Promise<EmbeddedEngine> {
  const path = resolve(options.path);
  claimThread(path);
  try {
    const chdb = loadEngine();
    const keeper = openNative(chdb, path, serverSettings);
    return engineOver(chdb, { path, keeper, writes: createTableWrites(options.writesMemory) });
  } catch (error) {
    releaseThread();
    throw error;
  }
}

function settingArguments(settings: EngineSettings): string[] {
  return Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
}

async function emptyExchangeFolder(path: string): Promise<void> {
  const folder = join(path, exchangeFolder);
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
}

function engineOver(
  chdb: Chdb,
  parts: {
    readonly path: string;
    readonly keeper: Session;
    readonly writes: TableWrites;
    /** Absent where another thread has it. */
    readonly lock?: DirectoryLock;
  },
): EmbeddedEngine {
  const { path, keeper, writes, lock } = parts;
  const sessions = new Set<Session>([keeper]);
  const inserting = new Set<Promise<unknown>>();
  const insert = async (session: Session, statement: string, data: Uint8Array): Promise<number> => {
    assertOpen();
    const written = chdb.insertRaw(session, statement, Buffer.from(data.buffer, data.byteOffset, data.length));
    inserting.add(written);
    try {
      return await written;
    } catch (error) {
      throw withServerCode(error);
    } finally {
      inserting.delete(written);
    }
  };
  let isClosed = false;
  const assertOpen = (): void => {
    if (isClosed) throw new ClickHouseStoreError('clickhouse_closed', 'The ClickHouse engine is closed', { path });
  };
  const openToldSession = (settings: EngineSettings = {}): WritingSession => {
    assertOpen();
    const session = openNative(chdb, path, settingArguments(settings));
    sessions.add(session);
    return {
      ...sessionOver(session, () => sessions.delete(session)),
      insert: (statement, data) => insert(session, statement, data),
    };
  };
  return {
    path,
    endReading(logComment) {
      if (isClosed) return;
      const isWanted = `Settings['log_comment'] = ${stringLiteral(logComment)} AND query_kind = 'Select'`;
      keeper.query(`KILL QUERY WHERE ${isWanted} ASYNC`, 'Null');
    },
    writeInTurn: createTurns(WRITES_MAX),
    openClient() {
      assertOpen();
      const client = createClient({ connection: chdb.createChdbConnection({ path }) });
      const end = writes.begin('any');
      const close = client.close.bind(client);
      client.close = () => close().finally(end);
      return client;
    },
    openToldSession,
    openSession: (settings) => watchedSession(openToldSession(settings), writes),
    writes,
    results: createRememberedResults(writes),
    exchangeFile: () => join(path, exchangeFolder, randomUUID()),
    async close() {
      if (isClosed) return;
      isClosed = true;
      // The package waits for its own statements only, and a connection that is closed under one ends the process.
      // One that waited for its turn may begin meanwhile.
      while (inserting.size > 0) await Promise.allSettled(inserting);
      for (const session of sessions) session.close();
      await chdb.drainPending();
      releaseThread();
      lock?.release();
    },
  };
}
