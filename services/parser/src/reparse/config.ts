import {
  aboutProgram,
  commandLineOptions,
  type CommandLineOption,
  ConfigError,
  loadConfig,
  loadEnvironment,
} from '@tonriver/config';
import { type StreamConfig, streamConfig, streamSettings } from '@tonriver/stream';
import { z } from 'zod';
import type { ReparseOptions } from './reparse-rounds.ts';

const options = {
  from: { value: 'N', description: 'First round' },
  to: { value: 'N', description: 'Last round' },
  path: {
    value: 'DIR',
    description: 'Folders of .boc files and node archive packages, for rounds that the log does not have any more',
    isList: true,
  },
  all: { description: 'Also rounds that are of this parser version already, to repair their rows' },
  'rounds-per-second': { value: 'N', description: 'Upper limit (default: it works half of the time)' },
} as const satisfies Readonly<Record<string, CommandLineOption>>;

const round = z.coerce.number().int().min(1).max(0xffffffff);
const schema = z
  .object({
    from: round,
    to: round,
    path: z.array(z.string()).default([]),
    all: z.boolean().default(false),
    'rounds-per-second': z.coerce.number().positive().optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'is before --from' });

/** Its environment variables: those of the parser. */
export const reparseEnvironment = z.object(streamSettings);

const COMMAND = 'npx tonriver reparse';

export interface ReparseConfig extends StreamConfig {
  readonly reparse: ReparseOptions;
  readonly paths: readonly string[];
  /** For the first log line. */
  readonly about: ReturnType<typeof aboutProgram>;
}

/**
 * Reads the command line of `tonriver reparse`, and the environment variables of the parser.
 *
 * @returns the text of `--help` when that was asked for
 * @throws {ConfigError} with every problem and the way out
 */
function reparseConfig(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ReparseConfig | { readonly help: string } {
  const { values, help } = commandLineOptions(
    COMMAND,
    'Parses stored rounds again, while they are served: after an upgrade whose parser makes other rows, or to repair rows.\n' +
      'Reads the environment variables of the parser (npx tonriver parser --help).',
    options,
    words,
  );
  if (help !== undefined) return { help };
  const read = loadConfig(schema, values as Record<string, string>, { command: COMMAND });
  const { from, to, all, path: paths, 'rounds-per-second': roundsPerSecondMax } = read;
  const variables = loadEnvironment(reparseEnvironment, environment);
  return {
    ...streamConfig(variables),
    about: aboutProgram({ ...variables, ...read }, reparseEnvironment, environment),
    paths,
    reparse: { from, to, all, ...(roundsPerSecondMax === undefined ? {} : { roundsPerSecondMax }) },
  };
}

/** Reads the command line or ends the process: with the help, or with the problems. */
export function reparseConfigOrExit(): ReparseConfig {
  try {
    const read = reparseConfig(process.argv.slice(2), process.env);
    if (!('help' in read)) return read;
    process.stdout.write(read.help);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
