import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type CommandLineOption,
  commandLineOptions,
  loadCommandEnvironment,
  loadConfig,
  programRoot,
  programSettings,
  recordedDataSettings,
} from '@tonriver/config';
import { z } from 'zod';

const serveAccountsOptions = {
  file: { value: 'FILE', description: 'Recordings of get-methods (JSON); several may be given', isList: true },
  port: { value: 'N', description: 'Port of the API (default: 8081; 0: a free one)' },
  host: { value: 'ADDRESS', description: 'Where the API listens (default: 127.0.0.1)' },
  list: { description: 'Prints how to make every recorded call, one JSON object per line, and ends' },
  data: {
    value: 'DIR',
    description: 'Folder of the files that a recording names (default: above the recording, then TONRIVER_DATA)',
  },
  seqno: { value: 'N', description: 'Block of calls that name none, if it has the account; see --list' },
  queue: { value: 'N', description: 'Calls that may wait; one more is refused with 503 (default: 256)' },
  workers: { value: 'N', description: 'Threads that run get-methods (default: one less than processors, 2 at least)' },
  'log-level': { value: 'LEVEL', description: 'debug, info, warn or error (default: warn)' },
} as const satisfies Readonly<Record<string, CommandLineOption>>;

const schema = z.object({
  file: z.array(z.string()).min(1, 'at least one --file is needed'),
  port: z.coerce.number().int().min(0).max(65_535).default(8081),
  host: z.string().default('127.0.0.1'),
  list: z.boolean().default(false),
  data: z.string().optional(),
  seqno: z.coerce.number().int().min(1).optional(),
  queue: z.coerce.number().int().min(1).max(100_000).optional(),
  workers: z.coerce.number().int().min(1).max(256).optional(),
  'log-level': z.enum(['debug', 'info', 'warn', 'error']).default('warn'),
});

export const serveAccountsEnvironment = z.object({ ...recordedDataSettings, ...programSettings });

export interface ServeAccountsConfig {
  readonly files: readonly string[];
  /** Folders for the files that a recording names, searched after those above it. */
  readonly folders: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly isList: boolean;
  readonly preferredSeqno: number | undefined;
  readonly pool: { readonly workerCount?: number; readonly queueLengthMax?: number };
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
}

/**
 * Reads the command line of `npx tonriver serve-accounts`.
 *
 * @returns the text of `--help` if that is an option
 * @throws {ConfigError} with every problem and how to solve it
 */
export function serveAccountsConfig(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ServeAccountsConfig | { readonly help: string } {
  const { values, help } = commandLineOptions(
    'npx tonriver serve-accounts',
    'Serves recorded accounts through the real API and executor, so that recorded get-methods can be called over HTTP.',
    serveAccountsOptions,
    words,
  );
  if (help !== undefined) return { help };
  const options = loadConfig(schema, { file: [], ...values } as unknown as Record<string, string>, {
    command: 'npx tonriver serve-accounts',
  });
  const { TONRIVER_DATA: recordedData } = loadCommandEnvironment(serveAccountsEnvironment, environment);
  const folders = [
    options.data,
    recordedData === 'none' ? undefined : recordedData,
    join(programRoot, '..', 'shared', 'data'),
  ];
  return {
    files: options.file,
    folders: folders
      .filter((folder) => folder !== undefined)
      .map((folder) => resolve(folder))
      .filter(existsSync),
    host: options.host,
    port: options.port,
    isList: options.list,
    preferredSeqno: options.seqno,
    pool: {
      ...(options.workers === undefined ? {} : { workerCount: options.workers }),
      ...(options.queue === undefined ? {} : { queueLengthMax: options.queue }),
    },
    logLevel: options['log-level'],
  };
}
