import { join } from 'node:path';
import {
  type CommandLineOption,
  commandLineOptions,
  ConfigError,
  loadCommandEnvironment,
  loadConfig,
  programRoot,
  programSettings,
} from '@tonriver/config';
import { type Network, networkFromOptions, publicNetworks } from '@tonriver/chain-model';
import { z } from 'zod';
import {
  DEVNET_OPTION_NAMES,
  devnetOptions,
  devnetOptionsSchema,
  type DevnetSource,
  devnetSource,
} from './devnet-options.ts';

/** Partitions of `raw-blocks`. More would not help one process. */
export const RAW_PARTITIONS = 4;

/** All settings are options; the environment says only where the program comes from. */
export const standaloneEnvironment = z.object(programSettings);

const standaloneOptions = {
  source: {
    value: 'NAME',
    description: 'devnet (default): a local chain that takes messages; archive; built: a made-up chain',
  },
  path: { value: 'DIR', description: 'archive: folders of .boc files and node archive packages', isList: true },
  follow: { description: 'archive: wait for further files in its folders, which may be empty at the start' },
  from: { value: 'N', description: 'archive: first round (default: the first of the archive)' },
  to: { value: 'N', description: 'archive: last round (default: the last of the archive)' },
  'allow-partial-rounds': { description: 'archive: also store blocks that lie in no complete round' },
  'initial-state': {
    value: 'FILE',
    description:
      'archive: zero states or full shard states (.boc), or folders of them, from which account states begin',
    isList: true,
  },
  reparse: {
    value: 'FROM-TO',
    description: 'parse these stored rounds again while they are served, for rows of an older release',
  },
  network: { value: 'NAME', description: 'archive: mainnet (default), testnet, or a private one' },
  'global-id': { value: 'N', description: 'private network: global id of its blocks' },
  'zero-state': { value: 'ROOT:FILE', description: 'private network: hashes of its masterchain zero state, hex' },
  ...devnetOptions,
  'data-dir': { value: 'DIR', description: 'Directory of all data (default: .data/<network>)' },
  host: { value: 'ADDRESS', description: 'Address on which the API listens (default: 127.0.0.1)' },
  port: { value: 'N', description: 'Port of the API (default: 8081; 0: a free one)' },
  'clickhouse-port': { value: 'N', description: 'Port of the read-only ClickHouse interface (default: 8124; 0: free)' },
  'built-rounds': { value: 'N', description: 'built: how many rounds (default: 60)' },
  'built-seed': { value: 'N', description: 'built: seed of the chain (default: 1)' },
  'log-level': { value: 'LEVEL', description: 'debug, info, warn or error (default: info; warn on a terminal)' },
} as const satisfies Readonly<Record<string, CommandLineOption>>;

const port = z.coerce.number().int().min(0).max(65_535);
const whole = z.coerce.number().int().min(1);

const ARCHIVE_OPTIONS: readonly string[] = [
  'path',
  'follow',
  'from',
  'to',
  'allow-partial-rounds',
  'initial-state',
  'network',
  'global-id',
  'zero-state',
];
const BUILT_OPTIONS: readonly string[] = ['built-rounds', 'built-seed'];
const OPTIONS_OF = { archive: ARCHIVE_OPTIONS, built: BUILT_OPTIONS, devnet: DEVNET_OPTION_NAMES };

const schema = z
  .object({
    source: z.enum(['devnet', 'archive', 'built']).default('devnet'),
    path: z.array(z.string()).default([]),
    follow: z.boolean().default(false),
    from: whole.optional(),
    to: whole.optional(),
    'allow-partial-rounds': z.boolean().default(false),
    'initial-state': z.array(z.string()).default([]),
    reparse: z
      .string()
      .regex(/^[1-9]\d{0,8}-[1-9]\d{0,8}$/, 'two rounds, as in 1-500')
      .transform((text) => {
        const [from = 0, to = 0] = text.split('-').map(Number);
        return { from, to };
      })
      .refine(({ from, to }) => from <= to, 'the first round is after the last')
      .optional(),
    network: z.string().optional(),
    'global-id': z.coerce.number().int().optional(),
    'zero-state': z.string().toLowerCase().optional(),
    'data-dir': z.string().optional(),
    host: z.string().default('127.0.0.1'),
    port: port.default(8081),
    'clickhouse-port': port.default(8124),
    'built-rounds': whole.optional(),
    'built-seed': z.coerce.number().int().min(0).optional(),
    'log-level': z.enum(['debug', 'info', 'warn', 'error']).optional(),
    ...devnetOptionsSchema,
  })
  .refine(({ source, path }) => source !== 'archive' || path.length > 0, {
    path: ['path'],
    message: 'an archive needs at least one --path',
  })
  .refine((options) => !(options.follow && options['allow-partial-rounds']), {
    path: ['follow'],
    message: 'cannot be combined with --allow-partial-rounds: with --follow, an incomplete round is waited for',
  })
  .superRefine((options, context) => {
    // An option without effect is refused, so that nobody believes that it works.
    for (const [needed, names] of Object.entries(OPTIONS_OF)) {
      if (needed === options.source) continue;
      for (const name of names) {
        const value = (options as Readonly<Record<string, unknown>>)[name];
        if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) continue;
        context.addIssue({ code: 'custom', path: [name], message: `is for --source ${needed}` });
      }
    }
    const known = publicNetworks.find(({ name }) => name === (options.network ?? 'mainnet'));
    if (known === undefined) return;
    const own = { 'global-id': known.globalId, 'zero-state': zeroStateText(known) };
    for (const name of ['global-id', 'zero-state'] as const) {
      if (options[name] === undefined || options[name] === own[name]) continue;
      const message = `is for a private network; ${known.name} has ${own[name]}`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });

function zeroStateText({ zeroStateRootHash, zeroStateFileHash }: Network): string {
  return [zeroStateRootHash, zeroStateFileHash].map((hash) => Buffer.from(hash).toString('hex')).join(':');
}

type SourceConfig =
  | {
      readonly kind: 'archive';
      readonly paths: readonly string[];
      /** Waits for further files. */
      readonly follow: boolean;
      readonly from: number | undefined;
      readonly to: number | undefined;
      readonly allowPartialRounds: boolean;
      readonly initialStates: readonly string[];
    }
  | { readonly kind: 'built'; readonly rounds: number; readonly seed: number }
  | DevnetSource;

export interface StandaloneConfig {
  readonly source: SourceConfig;
  /** Undefined for a chain that is made here. */
  readonly network: Network | undefined;
  /** Stored rounds to parse again. */
  readonly reparse: { readonly from: number; readonly to: number } | undefined;
  readonly dataDirectory: string;
  readonly host: string;
  readonly port: number;
  readonly clickHousePort: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | undefined;
}

/**
 * Reads the command line of `npm start`. Variables that begin with `TONRIVER_` and that nobody knows are refused.
 *
 * @returns the text of `--help` if that is one of the words
 * @throws {ConfigError} with every problem and how to correct it
 */
export function standaloneConfig(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): StandaloneConfig | { readonly help: string } {
  const { values, help } = commandLineOptions(
    'npm start --',
    'Indexes TON blocks and serves them, in one process, without servers to install.',
    standaloneOptions,
    words,
  );
  if (help !== undefined) return { help };
  const options = loadConfig(schema, values as Record<string, string>, { command: 'npm start --' });
  loadCommandEnvironment(standaloneEnvironment, environment);
  const network = options.source === 'archive' ? networkOf(options) : undefined;
  const dataDirectory = options['data-dir'] ?? defaultDataDirectory(network?.name ?? options.source);
  return {
    source: sourceOf(options, dataDirectory),
    network,
    reparse: options.reparse,
    dataDirectory,
    // An IPv6 address may be given as in a URL: [::1].
    host: options.host.replace(/^\[(.*)\]$/, '$1'),
    port: options.port,
    clickHousePort: options['clickhouse-port'],
    logLevel: options['log-level'],
  };
}

function sourceOf(options: z.output<typeof schema>, dataDirectory: string): SourceConfig {
  switch (options.source) {
    case 'devnet':
      return devnetSource(options, dataDirectory);
    case 'built':
      return { kind: 'built', rounds: options['built-rounds'] ?? 60, seed: options['built-seed'] ?? 1 };
    case 'archive':
      return {
        kind: 'archive',
        paths: options.path,
        follow: options.follow,
        from: options.from,
        to: options.to,
        allowPartialRounds: options['allow-partial-rounds'],
        initialStates: options['initial-state'],
      };
  }
}

/** Names of the networks of chains that are made here. */
export const BUILT_NETWORK_NAME = 'built';
export const DEVNET_NETWORK_NAME = 'devnet';

function defaultDataDirectory(network: string): string {
  return join(programRoot, '.data', network);
}

function networkOf(options: z.output<typeof schema>): Network {
  try {
    return networkFromOptions({
      name: options.network ?? 'mainnet',
      globalId: options['global-id'],
      zeroState: options['zero-state'],
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      'bad_config',
      `${reason}\nUse --network, --global-id and --zero-state; see npm start -- --help`,
    );
  }
}
