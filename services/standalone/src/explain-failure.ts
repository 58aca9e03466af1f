import { join, relative, resolve, sep } from 'node:path';
import { isNativeError } from 'node:util/types';
import { CellStoreError } from '@tonriver/cell-store';
import { ClickHouseStoreError } from '@tonriver/clickhouse';
import { EventLogError } from '@tonriver/stream';
import { type DirectoryHolder, holderText } from '@tonriver/lifecycle';
import { otherNetwork } from './one-network.ts';
import { StandaloneError } from './standalone-error.ts';

/** What a failure is explained with. */
export interface FailureContext {
  readonly dataDirectory: string;
  readonly host: string;
  readonly port: number;
  readonly clickHousePort: number;
}

/** An error of the operating system, as Node throws it. */
type SystemError = Error & {
  readonly code: string;
  readonly syscall: string;
  readonly port?: number;
  readonly address?: string;
  readonly path?: string;
};

/**
 * Failures that the caller of `npm start` can mend, in the words of its command line, which the parts do not know.
 * Others come back as they are. What the text says needs no cause beside it.
 */
export function explainFailure(error: unknown, context: FailureContext): unknown {
  if (isDirectoryHeld(error)) return directoryHeld(error, context);
  if (isDamaged(error)) return directoryDamaged(error, context);
  if (error instanceof ClickHouseStoreError && error.code === 'clickhouse_deployment_mismatch') {
    return otherNetwork(error.message, context.dataDirectory);
  }
  if (!isSystemError(error)) return error;
  if (['listen', 'getaddrinfo'].includes(error.syscall)) return cannotListen(error, context);
  return isBelow(error.path, context.dataDirectory) ? directoryUnusable(error, context) : error;
}

/** Whichever of the three stores in the directory says so first. */
function isDirectoryHeld(error: unknown): error is EventLogError | CellStoreError | ClickHouseStoreError {
  if (error instanceof ClickHouseStoreError) return error.code === 'clickhouse_directory_held';
  return (error instanceof EventLogError || error instanceof CellStoreError) && error.code === 'directory_held';
}

/** The log or the cells, which LMDB would have trusted. */
function isDamaged(error: unknown): error is EventLogError | CellStoreError {
  return (error instanceof EventLogError || error instanceof CellStoreError) && error.code === 'store_corrupt';
}

/** Both go: offsets in one say how far the other is. What is stored in tables is written over with the same rows. */
function directoryDamaged(
  { message, fields }: EventLogError | CellStoreError,
  { dataDirectory }: FailureContext,
): StandaloneError {
  const folders = ['log', 'cells'].map((name) => join(dataDirectory, name)).join(' and ');
  return new StandaloneError(
    'directory_damaged',
    `${message}. Delete ${folders} and start again from the same source: both are made anew, and the tables stay`,
    { ...fields, dataDirectory },
  );
}

function directoryHeld(
  { fields }: EventLogError | CellStoreError | ClickHouseStoreError,
  { dataDirectory }: FailureContext,
): StandaloneError {
  const { pid, host } = fields as unknown as DirectoryHolder;
  const holder = holderText({ pid, host });
  return new StandaloneError(
    'directory_held',
    `${holder} runs on ${dataDirectory}: stop it, or give this one a --data-dir of its own`,
    { dataDirectory, pid, host },
  );
}

function cannotListen(cause: SystemError, { host, port, clickHousePort }: FailureContext): StandaloneError {
  const isClickHouse = cause.port !== undefined && cause.port === clickHousePort && cause.port !== port;
  const option = isClickHouse ? '--clickhouse-port' : '--port';
  const place = `${cause.address ?? host}:${cause.port ?? port}`;
  const texts: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${place} is taken: give another ${option} (0: a free one)`,
    EACCES: `This user may not listen on ${place}: give another ${option} (1024 or higher)`,
    EADDRNOTAVAIL: `${cause.address ?? host} is no address of this machine: give another --host`,
  };
  const text = texts[cause.code] ?? `Nothing can listen on ${host} (${cause.code}): give another --host`;
  return new StandaloneError('cannot_listen', text, { host, port: cause.port });
}

function directoryUnusable(cause: SystemError, { dataDirectory }: FailureContext): StandaloneError {
  return new StandaloneError(
    'directory_unusable',
    `The data directory ${dataDirectory} cannot be used: ${cause.message}. Give another --data-dir`,
    { dataDirectory },
  );
}

function isBelow(path: string | undefined, directory: string): boolean {
  if (path === undefined) return false;
  const way = relative(resolve(directory), resolve(path));
  return way !== '..' && !way.startsWith(`..${sep}`);
}

function isSystemError(error: unknown): error is SystemError {
  return isNativeError(error) && 'syscall' in error && 'code' in error;
}
