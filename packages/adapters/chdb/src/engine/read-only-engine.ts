import { cp, mkdir, readdir, realpath, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Session } from 'chdb';
import type { EngineSession } from './embedded-engine.ts';
import { type Chdb, claimThread, loadEngine, openNative, releaseThread } from './native-engine.ts';
import { readOnlyConfiguration, readOnlyUsers, tablesDisk } from './read-only-configuration.ts';
import { sessionOver } from './session-over.ts';

/** An engine that reads the tables of another process. It cannot change them. */
export interface ReadOnlyEngine {
  /** Opens another connection. The engine's only user may only read. */
  openSession(): EngineSession;
  /**
   * Makes all rows visible that were written before the call, in a few milliseconds. Returns false when a table was
   * created, changed or dropped since this engine opened: only a new engine sees that.
   */
  refresh(): Promise<boolean>;
  close(): Promise<void>;
}

interface ReadOnlyEngineOptions {
  /** Data directory of the writing process. Nothing is written to it. */
  readonly path: string;
  /** An empty directory for this engine. */
  readonly workDirectory: string;
  /** Memory for all queries together. */
  readonly memoryBytesMax: number;
  /** Tables of the database `system` to keep. All others are removed. */
  readonly systemTables: readonly string[];
}

/**
 * Opens the tables of a data directory for reading while another process has it.
 *
 * The engine runs in a directory of its own with copies of the tables' definitions. The parts with the data are read in
 * place, over a disk that the engine never writes. Parts do not change after they are written, and the writing process
 * keeps merged parts for eight minutes, longer than a query may run.
 */
export async function openReadOnlyEngine(options: ReadOnlyEngineOptions): Promise<ReadOnlyEngine> {
  const source = resolve(options.path);
  const path = resolve(options.workDirectory);
  claimThread(path);
  try {
    const chdb = loadEngine();
    await mkdir(join(path, 'files'), { recursive: true, mode: 0o700 });
    const stamp = await definitionsStamp(source);
    await copyDefinitions(source, path);
    await writeFile(join(path, 'users.xml'), readOnlyUsers);
    await writeFile(
      join(path, 'config.xml'),
      readOnlyConfiguration({ source, path, memoryBytesMax: options.memoryBytesMax }),
    );
    const keeper = openNative(chdb, path, [`--config-file=${join(path, 'config.xml')}`]);
    await removeSystemTables(keeper, options.systemTables);
    return readOnlyEngineOver({ chdb, source, path, keeper, stamp });
  } catch (error) {
    releaseThread();
    throw error;
  }
}

function readOnlyEngineOver({
  chdb,
  source,
  path,
  keeper,
  stamp,
}: {
  readonly chdb: Chdb;
  readonly source: string;
  readonly path: string;
  readonly keeper: Session;
  readonly stamp: string;
}): ReadOnlyEngine {
  const sessions = new Set<Session>([keeper]);
  return {
    openSession() {
      const session = openNative(chdb, path, []);
      sessions.add(session);
      return sessionOver(session, () => sessions.delete(session));
    },
    async refresh() {
      if ((await definitionsStamp(source)) !== stamp) return false;
      await keeper.queryAsync(`SYSTEM RESTART DISK ${tablesDisk}`, { format: 'Null' });
      return true;
    },
    async close() {
      for (const session of sessions) session.close();
      await chdb.drainPending();
      releaseThread();
    },
  };
}

/** Returns the databases of a data directory: name → folder with the definitions of the tables. */
async function databaseFolders(source: string): Promise<ReadonlyMap<string, string>> {
  const folders = new Map<string, string>();
  const root = join(source, 'metadata');
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) folders.set(entry.name, await realpath(join(root, entry.name)));
  }
  return folders;
}

async function definitionFiles(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql'));
}

/** Copies the definitions of databases and tables, without data. */
async function copyDefinitions(source: string, path: string): Promise<void> {
  await mkdir(join(path, 'metadata'));
  for (const name of await definitionFiles(join(source, 'metadata'))) {
    await cp(join(source, 'metadata', name), join(path, 'metadata', name));
  }
  const root = await realpath(source);
  for (const folder of (await databaseFolders(source)).values()) {
    const target = join(path, relative(root, folder));
    await mkdir(target, { recursive: true });
    for (const name of await definitionFiles(folder)) await cp(join(folder, name), join(target, name));
  }
}

/** Returns a text that changes when a table or database is created, changed or dropped. */
async function definitionsStamp(source: string): Promise<string> {
  const stamps: string[] = [];
  for (const [database, folder] of await databaseFolders(source)) {
    stamps.push(database);
    for (const name of await definitionFiles(folder)) {
      const { ino, mtimeMs, size } = await stat(join(folder, name));
      stamps.push(`${name} ${ino} ${mtimeMs} ${size}`);
    }
  }
  return stamps.toSorted().join('\n');
}

async function removeSystemTables(keeper: Session, kept: readonly string[]): Promise<void> {
  const names = await keeper.queryAsync("SELECT name FROM system.tables WHERE database = 'system'", { format: 'TSV' });
  for (const name of names.text().split('\n')) {
    if (name === '' || kept.includes(name)) continue;
    await keeper.queryAsync(`DETACH TABLE system.\`${name}\``, { format: 'Null' });
  }
}
