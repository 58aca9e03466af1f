import { join } from 'node:path';
import type { CommandLineOption } from '@tonriver/config';
import { type DevnetProcess, devnetConfig, devnetEnvironment } from '@tonriver/devnet/service';
import { z } from 'zod';

/** The options of a devnet on the command line. Those that are settings of it too have the same values there. */
export const devnetOptions = {
  seed: { value: 'TEXT', description: 'devnet: fixes keys, addresses and random numbers (default: tonriver)' },
  'genesis-time': { value: 'N', description: 'devnet: time of the zero state, seconds since 1970 (default: now)' },
  'block-time': { value: 'MS', description: 'devnet: from round to round (default: 400; 0: POST /devnet/blocks)' },
  'shards-min': { value: 'N', description: 'devnet: least number of shards, 1, 2 or 4 (default: 1)' },
  'shards-max': { value: 'N', description: 'devnet: most shards, 1, 2 or 4 (default: 4)' },
  wallets: { value: 'N', description: 'devnet: wallets with a balance (default: 4)' },
  'state-rounds': { value: 'N', description: 'devnet: rounds whose states the chain keeps (default: 1000)' },
  'keep-rounds': { value: 'N', description: 'devnet: rounds that are kept on the disk (default: all)' },
  'no-idle': { description: 'devnet: rounds at full pace even when nobody sends' },
  demo: { description: 'devnet: makes traffic: transfers, jettons, NFTs, swaps, names, calls that fail' },
  genesis: { value: 'FILE', description: 'devnet: accounts and parameters with which a new chain begins' },
  export: { value: 'DIR', description: 'devnet: archive that gets every block; --source archive reads it' },
  log: { value: 'FILE', description: 'devnet: log from which "tonriver devnet replay" makes the same blocks again' },
  'unsafe-ignore-signature': { description: 'devnet: contracts take every signature for a right one' },
  reset: { description: 'devnet: removes the stored chain and its index first, after asking' },
  yes: { description: 'devnet: --reset does not ask' },
} as const satisfies Readonly<Record<string, CommandLineOption>>;

export const DEVNET_OPTION_NAMES: readonly string[] = Object.keys(devnetOptions);

const settings = devnetEnvironment.shape;

/** An option that is not given is absent, so that it can be told from one that says the default. */
export const devnetOptionsSchema = {
  seed: settings.DEVNET_SEED.removeDefault().optional(),
  'genesis-time': settings.DEVNET_GENESIS_TIME,
  'block-time': settings.DEVNET_BLOCK_TIME_MS.removeDefault().optional(),
  'shards-min': settings.DEVNET_SHARDS_MIN.removeDefault().optional(),
  'shards-max': settings.DEVNET_SHARDS_MAX.removeDefault().optional(),
  wallets: settings.DEVNET_WALLETS.removeDefault().optional(),
  'state-rounds': settings.DEVNET_STATE_ROUNDS.removeDefault().optional(),
  'keep-rounds': settings.DEVNET_KEEP_ROUNDS,
  'no-idle': z.boolean().default(false),
  demo: z.boolean().default(false),
  genesis: settings.DEVNET_GENESIS,
  export: settings.DEVNET_EXPORT,
  log: settings.DEVNET_LOG,
  'unsafe-ignore-signature': z.boolean().default(false),
  reset: z.boolean().default(false),
  yes: z.boolean().default(false),
};

/** A devnet that runs in this process. */
export interface DevnetSource {
  readonly kind: 'devnet';
  readonly settings: DevnetProcess;
  readonly reset: { readonly isWanted: boolean; readonly isConfirmed: boolean };
}

/** Folder of the chain in the data directory; the index has its own folders beside it. */
export const CHAIN_FOLDER = 'devnet';

/** Returns the devnet of the command line. Its port is for this process alone: callers use that of the API. */
export function devnetSource(
  options: z.output<z.ZodObject<typeof devnetOptionsSchema>>,
  dataDirectory: string,
): DevnetSource {
  const environment = devnetEnvironment.parse({
    DEVNET_DIRECTORY: join(dataDirectory, CHAIN_FOLDER),
    DEVNET_SEED: options.seed,
    DEVNET_GENESIS_TIME: options['genesis-time'],
    DEVNET_BLOCK_TIME_MS: options['block-time'],
    DEVNET_SHARDS_MIN: options['shards-min'],
    DEVNET_SHARDS_MAX: options['shards-max'],
    DEVNET_WALLETS: options.wallets,
    DEVNET_STATE_ROUNDS: options['state-rounds'],
    DEVNET_KEEP_ROUNDS: options['keep-rounds'],
    DEVNET_IDLE: String(!options['no-idle']),
    DEVNET_DEMO: String(options.demo),
    DEVNET_GENESIS: options.genesis,
    DEVNET_EXPORT: options.export,
    DEVNET_LOG: options.log,
    DEVNET_UNSAFE_IGNORE_SIGNATURE: String(options['unsafe-ignore-signature']),
  });
  const devnet = devnetConfig(environment);
  return {
    kind: 'devnet',
    settings: { ...devnet, http: { ...devnet.http, host: '127.0.0.1', port: 0 }, shutdownDrainMs: 0 },
    reset: { isWanted: options.reset, isConfirmed: options.yes },
  };
}
