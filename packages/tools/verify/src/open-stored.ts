import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programRoot } from '@tonriver/config';
import { createEmbeddedStore, openEmbeddedEngine } from '@tonriver/chdb';
import { type ClickHouseStore, ClickHouseStoreError, openServerStore } from '@tonriver/clickhouse';
import { z } from 'zod';
import type { VerifyConfig } from './config.ts';
import { VerifyError } from './verify-error.ts';

const DATABASE_PREFIX = 'ton_';
/** A server that works answers the list of databases at once. */
const FIRST_ANSWER_MS_MAX = 15_000;
/** Length of the quoted reason: another kind of server may answer with a whole web page. */
const REASON_CHARACTERS_MAX = 200;

/** The opened store that is to be verified. */
export interface Stored {
  readonly store: ClickHouseStore;
  /** The place of the store, for people. */
  readonly place: string;
  /** The directory with the event log and the cells; undefined when another process may use them. */
  readonly dataDirectory: string | undefined;
  /** True when another process may be writing to the store. */
  readonly isLive: boolean;
  close(): Promise<void>;
}

type Place = Pick<VerifyConfig, 'dataDirectory' | 'url' | 'username' | 'password' | 'network'>;

/**
 * Opens the server or the data directory that the command line names. A directory that a process uses is read through
 * that process's read-only ClickHouse port.
 *
 * @throws {VerifyError} when nothing is stored there, or the command line is ambiguous
 */
export async function openStored(config: Place): Promise<Stored> {
  const { url } = config;
  if (url !== undefined) return openUrl({ ...config, url }, url);
  const directory = config.dataDirectory ?? defaultDirectory(config.network);
  const path = join(directory, 'clickhouse');
  if (!existsSync(path)) {
    const problem = existsSync(directory)
      ? `Nothing is stored in ${directory}: it has no folder clickhouse`
      : `There is no data directory ${directory}`;
    throw new VerifyError('nothing_stored', `${problem}; npm start creates one`, { directory });
  }
  try {
    return await openDirectory(path, directory, config.network);
  } catch (error) {
    if (!(error instanceof ClickHouseStoreError) || error.code !== 'clickhouse_directory_held') throw error;
    const port = await portOfHolder(directory);
    if (port === undefined) {
      throw new VerifyError(
        'holder_without_port',
        `${directory} is in use by a process whose ClickHouse port is not known; stop it, or name its port with --url`,
        { directory },
        { cause: error },
      );
    }
    return openUrl({ ...config, url: `http://127.0.0.1:${port}` }, directory);
  }
}

async function openDirectory(path: string, place: string, network: string | undefined): Promise<Stored> {
  const engine = await openEmbeddedEngine({ path });
  try {
    const session = engine.openSession();
    const names = Buffer.from(await session.query('SHOW DATABASES', 'TabSeparated')).toString('utf8');
    session.close();
    const database = chooseDatabase(names.split('\n'), network, place);
    const store = await createEmbeddedStore({ engine, database });
    const close = async (): Promise<void> => {
      await store.close();
      await engine.close();
    };
    return { store, place, dataDirectory: place, isLive: false, close };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function openUrl(config: Place & { readonly url: string }, place: string): Promise<Stored> {
  const { url, username, password } = config;
  const options = {
    url,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
  const server = openServerStore({ ...options, database: 'default', requestTimeoutMs: FIRST_ANSWER_MS_MAX });
  try {
    const names = await databasesOf(server, url);
    const store = openServerStore({ ...options, database: chooseDatabase(names, config.network, place) });
    return { store, place, dataDirectory: undefined, isLive: true, close: () => store.close() };
  } finally {
    await server.close();
  }
}

/** @throws {VerifyError} `no_click_house`, in one line, when the server does not answer as ClickHouse does */
async function databasesOf(server: ClickHouseStore, url: string): Promise<readonly string[]> {
  try {
    const rows = await server.query<{ readonly name: string }>('SELECT name FROM system.databases');
    return rows.map(({ name }) => name);
  } catch (error) {
    if (!(error instanceof ClickHouseStoreError)) throw error;
    const reason = error.message.replace(/\s+/g, ' ').slice(0, REASON_CHARACTERS_MAX);
    throw new VerifyError(
      'no_click_house',
      `ClickHouse cannot be read at ${url}: ${reason}`,
      { url },
      { cause: error },
    );
  }
}

function chooseDatabase(names: readonly string[], network: string | undefined, place: string): string {
  const stored = names.filter((name) => name.startsWith(DATABASE_PREFIX)).toSorted();
  const networks = stored.map((name) => name.slice(DATABASE_PREFIX.length)).join(', ');
  if (network !== undefined) {
    if (stored.includes(DATABASE_PREFIX + network)) return DATABASE_PREFIX + network;
    const there = networks === '' ? 'no network' : networks;
    throw new VerifyError('nothing_stored', `Network ${network} is not stored in ${place}; there is ${there}`, {
      network,
    });
  }
  const [only, ...others] = stored;
  if (only === undefined)
    throw new VerifyError('nothing_stored', `No network is stored in ${place}; npm start indexes one`, { place });
  if (others.length > 0) {
    throw new VerifyError('several_networks', `${place} has several networks (${networks}): name one with --network`, {
      place,
    });
  }
  return only;
}

/** Returns `.data/<network>`, or the only folder in `.data`. */
function defaultDirectory(network: string | undefined): string {
  const data = join(programRoot, '.data');
  if (network !== undefined) return join(data, network);
  const names = existsSync(data) ? readdirSync(data) : [];
  const [only, ...others] = names.filter((name) => existsSync(join(data, name, 'clickhouse')));
  if (only === undefined) {
    throw new VerifyError('nothing_stored', 'Nothing was indexed yet: run npm start, or give --data-dir or --url');
  }
  if (others.length === 0) return join(data, only);
  throw new VerifyError(
    'several_networks',
    `There are ${[only, ...others].join(', ')}: choose with --network or --data-dir`,
  );
}

const runningSchema = z.object({ pid: z.number(), clickHousePort: z.number() });

/** Reads the ClickHouse port from the file that the process using the directory wrote. */
async function portOfHolder(directory: string): Promise<number | undefined> {
  try {
    return runningSchema.parse(JSON.parse(await readFile(join(directory, 'running.json'), 'utf8'))).clickHousePort;
  } catch (error) {
    const isAbsent = error instanceof z.ZodError || error instanceof SyntaxError || isMissingFile(error);
    if (!isAbsent) throw error;
    return undefined;
  }
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
