import { commandLineOptions, loadCommandEnvironment, loadConfig, secret } from '@tonriver/config';
import { z } from 'zod';

const verifyOptions = {
  'data-dir': {
    value: 'DIR',
    description: 'Data directory of npm start (default: .data/<network>, or the only one in .data)',
  },
  url: { value: 'URL', description: 'URL of a ClickHouse server to verify instead' },
  username: { value: 'NAME', description: 'url: name of the user (default: the default user of the server)' },
  network: { value: 'NAME', description: 'Network to verify (default: the only one that is stored there)' },
  cells: { description: 'Also rebuild every transaction cell from its rows and compare its hash' },
  proof: { value: 'NAME', description: 'Only these proofs', isList: true },
  'findings-max': { value: 'N', description: 'Findings after which a proof stops (default: 1000)' },
  json: { description: 'One JSON document on standard output, for machines' },
} as const;

const schema = z
  .object({
    'data-dir': z.string().optional(),
    url: z.url({ protocol: /^https?$/, error: 'is not an http:// or https:// URL' }).optional(),
    username: z.string().optional(),
    network: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_]{0,31}$/)
      .optional(),
    cells: z.boolean().default(false),
    proof: z.array(z.string()).optional(),
    'findings-max': z.coerce.number().int().min(1).default(1000),
    json: z.boolean().default(false),
  })
  .refine((options) => options['data-dir'] === undefined || options.url === undefined, {
    path: ['url'],
    message: 'cannot be combined with --data-dir: give one of them',
  });

/** A variable, because every user of the machine can read a password on a command line. */
export const verifyEnvironment = z.object({
  TONRIVER_CLICKHOUSE_PASSWORD: z.string().optional().meta(secret('password of the user that --username names')),
});

export interface VerifyConfig {
  readonly dataDirectory: string | undefined;
  readonly url: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly network: string | undefined;
  readonly withCells: boolean;
  readonly proofs: readonly string[] | undefined;
  readonly findingsMax: number;
  readonly isJson: boolean;
}

/**
 * Reads the command line of `npm run verify`; the password of a server comes from the environment.
 *
 * @returns the text of `--help` if that is an option
 * @throws {ConfigError} with every problem and how to solve it
 */
export function verifyConfig(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): VerifyConfig | { readonly help: string } {
  const { values, help } = commandLineOptions(
    'npm run verify --',
    'Proves that the stored data is complete. Exit code 0: nothing is wrong; 1: something is; 2: it could not run.',
    verifyOptions,
    words,
  );
  if (help !== undefined) return { help };
  const options = loadConfig(schema, values as Record<string, string>, { command: 'npm run verify --' });
  const { TONRIVER_CLICKHOUSE_PASSWORD: password } = loadCommandEnvironment(verifyEnvironment, environment);
  return {
    dataDirectory: options['data-dir'],
    url: options.url,
    username: options.username,
    password,
    network: options.network,
    withCells: options.cells,
    proofs: options.proof,
    findingsMax: options['findings-max'],
    isJson: options.json,
  };
}
