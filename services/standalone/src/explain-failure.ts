import { join, relative, resolve, sep } from 'node:path';
import { isNativeError } from 'node:util/types';
import { CellStoreError } from '@tonriver/cell-store';
import { ClickHouseStoreError } from '@tonriver/clickhouse';
import { TonriverError } from '@tonriver/errors';
import { EventLogError } from '@tonriver/stream';
import { type DirectoryHolder, holderText } from '@tonriver/lifecycle';
import { otherNetwork } from './one-network.ts';
import { StandaloneError } from './standalone-error.ts';

/** Options of the command line that explanations mention. */
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
 * Returns an error that names the option of `npm start` with which the user can correct a failure. Other failures are
 * returned unchanged. The new error has no cause, because its text says everything.
 */
export function explainFailure(error: unknown, context: FailureContext): unknown {
  if (isDirectoryHeld(error)) return directoryHeld(error, context);
  if (error instanceof TonriverError && error.code === 'chain_differs') return otherDevnet(error, context);
  if (isDamaged(error)) return directoryDamaged(error, context);
  if (error instanceof ClickHouseStoreError && error.code === 'clickhouse_deployment_mismatch') {
    return otherNetwork(error.message, context.dataDirectory);
  }
  if (!isSystemError(error)) return error;
  if (['listen', 'getaddrinfo'].includes(error.syscall)) return cannotListen(error, context);
  return isBelow(error.path, context.dataDirectory) ? directoryUnusable(error, context) : error;
}

/** Any of the stores in the directory may refuse it first; those of a devnet are opened in its own thread. */
function isDirectoryHeld(error: unknown): error is TonriverError {
  if (error instanceof StandaloneError || !(error instanceof TonriverError)) return false;
  return error.code === 'clickhouse_directory_held' || error.code === 'directory_held';
}

function otherDevnet({ message }: TonriverError, { dataDirectory }: FailureContext): StandaloneError {
  const text = `${message.replace(/ Use the same options.*$/, '')} Use the same options, another --data-dir, or --reset`;
  return new StandaloneError('directory_of_another_network', text, { dataDirectory });
}

/** True for damage in the log or the cells, which LMDB itself does not detect. */
function isDamaged(error: unknown): error is EventLogError | CellStoreError {
  return (error instanceof EventLogError || error instanceof CellStoreError) && error.code === 'store_corrupt';
}

/** Both folders must be deleted, because offsets in one refer to the other. The tables get the same rows again. */
function directoryDamaged(
  { message, fields }: EventLogError | CellStoreError,
  { dataDirectory }: FailureContext,
): StandaloneError {
  const folders = ['log', 'cells'].map((name) => join(dataDirectory, name)).join(' and ');
  return new StandaloneError(
    'directory_damaged',
    `${message}. Delete ${folders} and start again from the same source: both are filled again, and the tables stay`,
    { ...fields, dataDirectory },
  );
}

function directoryHeld({ fields }: TonriverError, { dataDirectory }: FailureContext): StandaloneError {
  const { pid, host } = fields as unknown as DirectoryHolder;
  const holder = holderText({ pid, host });
  return new StandaloneError(
    'directory_held',
    `${holder} uses ${dataDirectory}: stop it, or choose another --data-dir`,
    { dataDirectory, pid, host },
  );
}

function cannotListen(cause: SystemError, { host, port, clickHousePort }: FailureContext): StandaloneError {
  const isClickHouse = cause.port !== undefined && cause.port === clickHousePort && cause.port !== port;
  const option = isClickHouse ? '--clickhouse-port' : '--port';
  const place = `${cause.address ?? host}:${cause.port ?? port}`;
  const texts: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${place} is in use: choose another ${option} (0: a free one)`,
    EACCES: `This user may not listen on ${place}: choose another ${option} (1024 or higher)`,
    EADDRNOTAVAIL: `${cause.address ?? host} is not an address of this machine: choose another --host`,
  };
  const text = texts[cause.code] ?? `Cannot listen on ${host} (${cause.code}): choose another --host`;
  return new StandaloneError('cannot_listen', text, { host, port: cause.port });
}

function directoryUnusable(cause: SystemError, { dataDirectory }: FailureContext): StandaloneError {
  return new StandaloneError(
    'directory_unusable',
    `The data directory ${dataDirectory} cannot be used: ${cause.message}. Choose another --data-dir`,
    { dataDirectory },
  );
}

function isBelow(path: string | undefined, directory: string): boolean {
  if (path === undefined) return false;
  const relativePath = relative(resolve(directory), resolve(path));
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`);
}

function isSystemError(error: unknown): error is SystemError {
  return isNativeError(error) && 'syscall' in error && 'code' in error;
}
