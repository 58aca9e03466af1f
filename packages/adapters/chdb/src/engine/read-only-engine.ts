import { cp, mkdir, readdir, realpath, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Session } from 'chdb';
import type { EngineSession } from './embedded-engine.ts';
import { type Chdb, claimProcess, loadEngine, openNative, releaseProcess } from './native-engine.ts';
import { readOnlyConfiguration, readOnlyUsers, tablesDisk } from './read-only-configuration.ts';
import { sessionOver } from './session-over.ts';

/** An engine that reads the tables of a directory which another process writes. Nothing it does changes a table. */
export interface ReadOnlyEngine {
  /** A further connection. What it may do is what the engine's one user may: read. */
  openSession(): EngineSession;
  /**
   * Makes everything visible that was written before the call; a few milliseconds. False when tables were made, changed
   * or dropped since this engine opened: then only another engine sees them.
   */
  refresh(): Promise<boolean>;
  close(): Promise<void>;
}

export interface ReadOnlyEngineOptions {
  /** The data directory of the process that writes. Nothing is written here. */
  readonly path: string;
  /** An empty directory of this engine's own. */
  readonly workDirectory: string;
  /** What all queries together may take. */
  readonly memoryBytesMax: number;
  /** Tables of the database `system` that are there; all others are taken away. */
  readonly systemTables: readonly string[];
}

/**
 * Opens the tables of a data directory for reading, while another process has it.
 *
 * The engine starts in a directory of its own, with copies of the tables' definitions there. The tables' data is a
 * disk of the kind that the engine never writes: parts are read where they lie. Parts do not change once they are
 * written, and the writing process keeps those it has merged for eight minutes, longer than a query may run.
 */
export async function openReadOnlyEngine(options: ReadOnlyEngineOptions): Promise<ReadOnlyEngine> {
  const source = resolve(options.path);
  const path = resolve(options.workDirectory);
  claimProcess(path);
  try {
    const chdb = loadEngine();
    await mkdir(join(path, 'files'), { recursive: true, mode: 0o700 });
    const seen = await stampOf(source);
    await copyDefinitions(source, path);
    await writeFile(join(path, 'users.xml'), readOnlyUsers);
    await writeFile(
      join(path, 'config.xml'),
      readOnlyConfiguration({ source, path, memoryBytesMax: options.memoryBytesMax }),
    );
    const keeper = openNative(chdb, path, [`--config-file=${join(path, 'config.xml')}`]);
    await takeSystemTablesAway(keeper, options.systemTables);
    return readOnlyEngineOver({ chdb, source, path, keeper, seen });
  } catch (error) {
    releaseProcess();
    throw error;
  }
}

function readOnlyEngineOver({
  chdb,
  source,
  path,
  keeper,
  seen,
}: {
  readonly chdb: Chdb;
  readonly source: string;
  readonly path: string;
  readonly keeper: Session;
  readonly seen: string;
}): ReadOnlyEngine {
  const sessions = new Set<Session>([keeper]);
  return {
    openSession() {
      const session = openNative(chdb, path, []);
      sessions.add(session);
      return sessionOver(session, () => sessions.delete(session));
    },
    async refresh() {
      if ((await stampOf(source)) !== seen) return false;
      await keeper.queryAsync(`SYSTEM RESTART DISK ${tablesDisk}`, { format: 'Null' });
      return true;
    },
    async close() {
      for (const session of sessions) session.close();
      await chdb.drainPending();
      releaseProcess();
    },
  };
}

/** Databases of a data directory: name → folder of the definitions of its tables. */
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

/** Copies what databases and tables are, and none of their data. */
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

/** Changes when a table or database is made, changed or dropped. */
async function stampOf(source: string): Promise<string> {
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

async function takeSystemTablesAway(keeper: Session, kept: readonly string[]): Promise<void> {
  const names = await keeper.queryAsync("SELECT name FROM system.tables WHERE database = 'system'", { format: 'TSV' });
  for (const name of names.text().split('\n')) {
    if (name === '' || kept.includes(name)) continue;
    await keeper.queryAsync(`DETACH TABLE system.\`${name}\``, { format: 'Null' });
  }
}
