import { mkdir, readdir, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { ClickHouseStoreError } from '@tonriver/clickhouse';
import { type DirectoryLock, holderText, lockDirectory } from '@tonriver/lifecycle';
import { stringLiteral } from '@tonriver/row-schema';
import type { Session } from 'chdb';
import { type Chdb, claimProcess, loadEngine, openNative, releaseProcess } from './native-engine.ts';
import { sessionOver } from './session-over.ts';

/** Settings that a connection is opened with. */
export type EngineSettings = Readonly<Record<string, number | string>>;

/** A result, or a piece of one. */
export interface ResultPiece {
  readonly bytes: Uint8Array;
  readonly rowCount: number;
}

/** One connection to the engine: its own current database, settings and parameters; its statements run one by one. */
export interface EngineSession {
  /** The whole result at once, at most what the engine's `max_result_bytes` allows. */
  query(sql: string, format?: string): Promise<Uint8Array>;
  /** As `query`, with the number of its rows. */
  countedQuery(sql: string, format: string): Promise<ResultPiece>;
  /**
   * The result in pieces, each a complete document of the format: rows formats without a header can be joined.
   * Refuses several statements in one text. Ending the iteration early cancels the query.
   */
  stream(sql: string, format: string): AsyncIterable<Uint8Array>;
  /** As `stream`, with the number of rows in each piece. */
  countedStream(sql: string, format: string): AsyncIterable<ResultPiece>;
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
   * Ends SELECTs that run under this `log_comment`, at the engine's next look; others are left alone, for they would be
   * half done. A statement that has not begun yet is not met: ask again. It is done in the calling thread, in some
   * milliseconds: the threads of Node's pool may all be inside the statements that are to end.
   */
  endReading(logComment: string): void;
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

/**
 * Opens the engine over a data directory, which is made when absent.
 *
 * One process holds a directory at a time (`clickhouse_directory_held`), and one process holds one directory
 * (`clickhouse_directory_busy_in_process`). Rows acknowledged before a kill −9 are there afterwards. Files left over
 * by a killed process are removed.
 */
export async function openEmbeddedEngine(options: { readonly path: string }): Promise<EmbeddedEngine> {
  const path = resolve(options.path);
  claimProcess(path);
  let lock: DirectoryLock | undefined;
  try {
    const chdb = loadEngine();
    lock = lockDirectory(path, (holder) => {
      const message = `${holderText(holder)} has the ClickHouse data directory ${path}; stop it or name another directory`;
      return new ClickHouseStoreError('clickhouse_directory_held', message, { path, ...holder });
    });
    // Held open for the engine's whole life: when the last connection goes, the engine itself shuts down.
    const keeper = openNative(chdb, path, []);
    await emptyExchangeFolder(path);
    return engineOver(chdb, { path, lock, keeper });
  } catch (error) {
    releaseProcess();
    lock?.release();
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
    endReading(logComment) {
      if (isClosed) return;
      const isWanted = `Settings['log_comment'] = ${stringLiteral(logComment)} AND query_kind = 'Select'`;
      keeper.query(`KILL QUERY WHERE ${isWanted} ASYNC`, 'Null');
    },
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
      const session = openNative(chdb, path, settingArguments(settings));
      sessions.add(session);
      return sessionOver(session, () => sessions.delete(session));
    },
    exchangeFile: () => join(path, exchangeFolder, randomUUID()),
    async close() {
      if (isClosed) return;
      isClosed = true;
      for (const session of sessions) session.close();
      await chdb.drainPending();
      releaseProcess();
      lock.release();
    },
  };
}
