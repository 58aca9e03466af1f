import { mkdir, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { type DirectoryLock, holderText, lockDirectory } from '@tonriver/lifecycle';
import type { Session } from 'chdb';
import { ClickHouseStoreError } from '../errors.ts';

/** Settings that a connection is opened with. */
export type EngineSettings = Readonly<Record<string, number | string>>;

/** One connection to the engine: its own current database, settings and parameters; its statements run one by one. */
export interface EngineSession {
  /** The whole result at once, at most what the engine's `max_result_bytes` allows. */
  query(sql: string, format?: string): Promise<Uint8Array>;
  /**
   * The result in pieces, each a complete document of the format: rows formats without a header can be joined.
   * Refuses several statements in one text. Ending the iteration early cancels the query.
   */
  stream(sql: string, format: string): AsyncIterable<Uint8Array>;
  /** Lets go of the connection when what runs on it has ended. */
  close(): void;
}

/** ClickHouse's engine in this process over one data directory. */
export interface EmbeddedEngine {
  readonly path: string;
  /** A further connection as a client of `@clickhouse/client`; its close ends the connection only. */
  openClient(): ClickHouseClient;
  /** A further connection; ≈0.1 ms. Settings given here cannot be changed by statements when `readonly` is 1. */
  openSession(settings?: EngineSettings): EngineSession;
  /**
   * Runs writes one after the other, whoever asks: the engine counts inserted rows for the whole process only, and a
   * count that is compared must be of one insert.
   */
  exclusively<Result>(write: () => Promise<Result>): Promise<Result>;
  /** A path for a file that the engine is to read or write; the folder is emptied when the engine opens. */
  exchangeFile(): string;
  /** Waits for everything that runs, then lets go of the directory. */
  close(): Promise<void>;
}

const exchangeFolder = 'tonriver-exchange';

/** The engine allows one data directory per process: the one that is open here, if any. */
let openPath: string | undefined;

/**
 * Opens the engine over a data directory, which is made when absent.
 *
 * One process holds a directory at a time (`clickhouse_directory_held`), and one process holds one directory
 * (`clickhouse_directory_busy_in_process`). Rows acknowledged before a kill −9 are there afterwards. Files left over
 * by a
 * killed process are removed.
 */
export async function openEmbeddedEngine(options: { readonly path: string }): Promise<EmbeddedEngine> {
  const path = resolve(options.path);
  if (openPath !== undefined) {
    throw new ClickHouseStoreError(
      'clickhouse_directory_busy_in_process',
      `This process has the ClickHouse data directory ${openPath} open already; it can have only one`,
      { openPath, path },
    );
  }
  const chdb = loadEngine();
  const lock = lockDirectory(path, (holder) => {
    const message = `${holderText(holder)} has the ClickHouse data directory ${path}; stop it or name another directory`;
    return new ClickHouseStoreError('clickhouse_directory_held', message, { path, ...holder });
  });
  openPath = path;
  try {
    // Held open for the engine's whole life: when the last connection goes, the engine itself shuts down.
    const keeper = openNative(chdb, path, {});
    await emptyExchangeFolder(path);
    return engineOver(chdb, { path, lock, keeper });
  } catch (error) {
    openPath = undefined;
    lock.release();
    throw error;
  }
}

type ClientConnection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

interface Chdb {
  readonly Session: typeof Session;
  readonly drainPending: () => Promise<void>;
  // The engine's package declares this against its own copy of the client's types; the contract is the same.
  readonly createChdbConnection: (options: { readonly path: string }) => ClientConnection;
}

/** The engine is 545 MB and not built for every platform: it is loaded when it is asked for, not with the package. */
function loadEngine(): Chdb {
  try {
    const load = createRequire(import.meta.url);
    return { ...(load('chdb') as Chdb), ...(load('chdb/connection') as Pick<Chdb, 'createChdbConnection'>) };
  } catch (cause) {
    throw new ClickHouseStoreError(
      'clickhouse_engine_missing',
      `There is no embedded ClickHouse engine for ${process.platform}-${process.arch}: use a server by URL`,
      { platform: process.platform, arch: process.arch },
      { cause },
    );
  }
}

function openNative(chdb: Chdb, path: string, settings: EngineSettings): Session {
  const connectionArgs = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  try {
    return new chdb.Session(path, connectionArgs.length === 0 ? {} : { connectionArgs });
  } catch (cause) {
    // Its reason goes to standard error and not into the exception.
    const message = `The ClickHouse engine could not open ${path}: it is damaged, or another ClickHouse program has it`;
    throw new ClickHouseStoreError('clickhouse_directory_unusable', message, { path }, { cause });
  }
}

async function emptyExchangeFolder(path: string): Promise<void> {
  const folder = join(path, exchangeFolder);
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
}

function engineOver(
  chdb: Chdb,
  { path, lock, keeper }: { readonly path: string; readonly lock: DirectoryLock; readonly keeper: Session },
): EmbeddedEngine {
  const sessions = new Set<Session>([keeper]);
  let isClosed = false;
  let lastWrite: Promise<unknown> = Promise.resolve();
  const assertOpen = (): void => {
    if (isClosed) throw new ClickHouseStoreError('clickhouse_closed', 'The ClickHouse engine is closed', { path });
  };
  return {
    path,
    exclusively(write) {
      const result = lastWrite.then(write);
      // The next write follows whether this one succeeds or not; its error belongs to its caller.
      lastWrite = result.catch(() => undefined);
      return result;
    },
    openClient() {
      assertOpen();
      return createClient({ connection: chdb.createChdbConnection({ path }) });
    },
    openSession(settings = {}) {
      assertOpen();
      const session = openNative(chdb, path, settings);
      sessions.add(session);
      return sessionOver(session, () => sessions.delete(session));
    },
    exchangeFile: () => join(path, exchangeFolder, randomUUID()),
    async close() {
      if (isClosed) return;
      isClosed = true;
      for (const session of sessions) session.close();
      await chdb.drainPending();
      openPath = undefined;
      lock.release();
    },
  };
}

function sessionOver(session: Session, onClose: () => void): EngineSession {
  return {
    async query(sql, format = 'Null') {
      const result = await session.queryAsync(sql, { format });
      return result.bytes();
    },
    async *stream(sql, format) {
      try {
        for await (const chunk of session.queryStream(sql, { format })) yield chunk.raw();
      } catch (error) {
        throw withServerCode(error);
      }
    },
    close() {
      onClose();
      session.close();
    },
  };
}

/**
 * The engine's streams drop the number of an error and keep its text, `Code: 60. DB::Exception: …`, which begins with
 * the
 * number by ClickHouse's own convention.
 */
function withServerCode(error: unknown): unknown {
  if (!(error instanceof Error) || ('clickhouseCode' in error && error.clickhouseCode !== undefined)) return error;
  const number = /^Code: (\d+)\. /.exec(error.message)?.[1];
  return number === undefined ? error : Object.assign(error, { clickhouseCode: Number(number) });
}
