import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { createClient } from '@clickhouse/client';
import { ClickHouseStoreError } from '@tonriver/clickhouse';
import type { Session } from 'chdb';

type ClientConnection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

/** The used part of the engine's package. */
export interface Chdb {
  readonly Session: typeof Session;
  readonly drainPending: () => Promise<void>;
  // The engine's package declares this with its own copy of the client's types.
  readonly createChdbConnection: (options: { readonly path: string }) => ClientConnection;
  /** Runs an INSERT with its data behind it, and resolves to the number of rows that were written. */
  readonly insertRaw: (session: Session, statement: string, data: Buffer) => Promise<number>;
}

/** The package's own methods take text formats only; the native code below them takes any. */
interface NativeInsert {
  InsertRawAsyncConnection(
    connection: unknown,
    statement: string,
    data: Buffer,
    countsLines: boolean,
  ): Promise<{ readonly rowsWritten: number }>;
}

/** Loads the engine. It is not imported with this module, because it is 545 MB and not built for every platform. */
export function loadEngine(): Chdb {
  try {
    const load = createRequire(import.meta.url);
    const loader = join(dirname(load.resolve('chdb')), 'dist', 'loader.js');
    const native = (load(loader) as { loadNative(): NativeInsert }).loadNative();
    return {
      ...(load('chdb') as Chdb),
      ...(load('chdb/connection') as Pick<Chdb, 'createChdbConnection'>),
      async insertRaw(session, statement, data) {
        const { connection } = session as unknown as { readonly connection: unknown };
        try {
          return (await native.InsertRawAsyncConnection(connection, statement, data, false)).rowsWritten;
        } catch (cause) {
          // What native code throws is an error of the main context, and no `Error` of another one.
          throw new Error(String((cause as { readonly message?: unknown }).message), { cause });
        }
      },
    };
  } catch (cause) {
    throw new ClickHouseStoreError(
      'clickhouse_engine_missing',
      `There is no embedded ClickHouse engine for ${process.platform}-${process.arch}: use a server by URL`,
      { platform: process.platform, arch: process.arch },
      { cause },
    );
  }
}

/** The data directory that this thread has open or joined. The engine allows one per process. */
let openPath: string | undefined;

/** @throws ClickHouseStoreError `clickhouse_directory_busy_in_process` when this thread has an open directory */
export function claimThread(path: string): void {
  if (openPath !== undefined) {
    throw new ClickHouseStoreError(
      'clickhouse_directory_busy_in_process',
      `This process has the ClickHouse data directory ${openPath} open already; it can have only one`,
      { openPath, path },
    );
  }
  openPath = path;
}

export function releaseThread(): void {
  openPath = undefined;
}

/** Opens a connection to the directory. @throws ClickHouseStoreError `clickhouse_directory_unusable` */
export function openNative(chdb: Chdb, path: string, connectionArgs: string[]): Session {
  try {
    return new chdb.Session(path, connectionArgs.length === 0 ? {} : { connectionArgs });
  } catch (cause) {
    // The engine writes the reason to standard error, and the exception lacks it.
    const message = `The ClickHouse engine could not open ${path}: it is damaged, or another ClickHouse program has it`;
    throw new ClickHouseStoreError('clickhouse_directory_unusable', message, { path }, { cause });
  }
}
