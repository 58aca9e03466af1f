import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import {
  commandLineOptions,
  loadCommandEnvironment,
  loadConfig,
  programRoot,
  recordedDataSettings,
} from '@tonriver/config';
import { z } from 'zod';

const options = {
  workers: { value: 'N', description: 'Threads that run them (default: one per processor, 4 at most)' },
  json: { description: 'One JSON document on standard output, with no value shortened' },
} as const;

const workersMax = 64;
const workersByDefaultMax = 4;

const schema = z.object({
  paths: z.array(z.string()).min(1, 'name at least one file or folder'),
  workers: z.coerce.number().int().min(1).max(workersMax).optional(),
  json: z.boolean().default(false),
});

export const replayEnvironment = z.object(recordedDataSettings);

export interface ReplayConfig {
  readonly paths: readonly string[];
  readonly workerCount: number;
  readonly isJson: boolean;
}

/** A command of this package, as `--help` describes it. */
export interface ReplayCommand {
  readonly name: string;
  readonly summary: string;
  /** The option that names files. Words without an option are files too. */
  readonly pathOption: { readonly name: string; readonly description: string };
}

/** Reads a command line. Returns the text of `--help` if that is an option. Throws `ConfigError`. */
export function replayConfig(
  command: ReplayCommand,
  words: readonly string[],
): ReplayConfig | { readonly help: string } {
  const { name, description } = command.pathOption;
  const { values, help } = commandLineOptions(
    `npx tonriver ${command.name}`,
    `${command.summary} Exit code 0: all passed; 1: something failed; 2: something could not be read.`,
    { [name]: { value: 'PATH', description, isList: true }, ...options },
    withPathOption(words, name),
  );
  if (help !== undefined) return { help };
  const given = { ...values } as Record<string, unknown>;
  const { paths, workers, json } = loadConfig(schema, { ...given, paths: given[name] ?? [] } as Record<
    string,
    unknown
  > as Record<string, string>);
  return { paths, workerCount: workers ?? Math.min(availableParallelism(), workersByDefaultMax), isJson: json };
}

/** Puts the option before bare words: `replay A B --json` is `replay --path A B --json`. */
function withPathOption(words: readonly string[], option: string): string[] {
  const isValue = (index: number): boolean => words[index - 1] === '--workers';
  const first = words.findIndex((word, index) => !word.startsWith('-') && !isValue(index));
  const isNamed = words.slice(0, Math.max(first, 0)).some((word) => word === `--${option}`);
  if (first < 0 || isNamed) return [...words];
  return [...words.slice(0, first), `--${option}`, ...words.slice(first)];
}

/** Returns more folders for the files that recordings name: `TONRIVER_DATA` and its default. Throws `ConfigError`. */
export function recordedFolders(environment: Readonly<Record<string, string | undefined>>): string[] {
  const { TONRIVER_DATA: data } = loadCommandEnvironment(replayEnvironment, environment);
  const folders = [data === 'none' ? undefined : data, join(programRoot, '..', 'shared', 'data')];
  return folders
    .filter((folder) => folder !== undefined)
    .map((folder) => resolve(folder))
    .filter(existsSync);
}
