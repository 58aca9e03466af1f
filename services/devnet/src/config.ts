import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  answeringPorts,
  answeringSettings,
  describedDefault,
  processSettings,
  programRoot,
  shutdownTimes,
  switchSetting,
} from '@tonriver/config';
import type { LogLevel } from '@tonriver/logger';
import { z } from 'zod';
import type { DevnetConfig } from './chain/open-devnet.ts';

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const shards = z.coerce.number().pipe(z.union([z.literal(1), z.literal(2), z.literal(4)], '1, 2 or 4'));

/** Contracts see the last sixteen masterchain blocks whose seqno is a multiple of 100. */
const KEPT_ROUNDS_LEAST = 1_700;
const IDLE_PACE = { afterMs: 60_000, roundMs: 5_000 };

/** All settings of the devnet, as environment variables. */
export const devnetEnvironment = z.object({
  DEVNET_DIRECTORY: z
    .string()
    .default(join(programRoot, '.data', 'devnet-chain'))
    .meta(describedDefault('folder of the chain and its states', '.data/devnet-chain')),
  DEVNET_RESET: switchSetting.default(false).describe('removes the stored chain at the start and begins a new one'),
  DEVNET_SEED: z
    .string()
    .min(1)
    .max(64)
    .default('tonriver')
    .describe('fixes keys, addresses and all random numbers of blocks'),
  DEVNET_GLOBAL_ID: z.coerce.number().int().default(-777).describe('global id of the blocks'),
  DEVNET_GENESIS_TIME: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 32 - 1)
    .optional()
    .describe('time of the zero state, seconds since 1970; absent: now, or that of the stored chain'),
  DEVNET_BLOCK_TIME_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(400)
    .describe('time from round to round; 0: rounds are made by POST /devnet/blocks alone'),
  DEVNET_IDLE: switchSetting
    .default(true)
    .describe('after a minute without a message, rounds are made every 5 s; the next message ends that at once'),
  DEVNET_KEEP_ROUNDS: z.coerce
    .number()
    .int()
    .min(KEPT_ROUNDS_LEAST)
    .optional()
    .describe('rounds that are kept on the disk, with what became of their messages; absent: all'),
  DEVNET_GENESIS: z
    .string()
    .min(1)
    .optional()
    .describe('file of accounts and parameters with which a new chain begins, as POST /devnet/snapshot writes it'),
  DEVNET_EXPORT: z
    .string()
    .min(1)
    .optional()
    .describe('folder of an archive that gets every block, with signatures; --source archive reads it'),
  DEVNET_LOG: z
    .string()
    .min(1)
    .optional()
    .describe('file of a log from which "tonriver devnet replay" makes the same blocks again'),
  DEVNET_DEMO: switchSetting
    .default(false)
    .describe('makes traffic: transfers, jettons, NFTs, swaps, names, calls that fail; a message after each round'),
  DEVNET_SHARDS_MIN: shards.default(1).describe('least number of shards of the basechain: 1, 2 or 4'),
  DEVNET_SHARDS_MAX: shards.default(4).describe('most shards of the basechain; they split and merge by load'),
  DEVNET_WALLETS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000)
    .default(4)
    .describe('wallets with a balance, printed at the start'),
  DEVNET_STATE_ROUNDS: z.coerce.number().int().min(10).default(1_000).describe('rounds whose states are kept'),
  DEVNET_QUEUE_MESSAGES_MAX: count(10_000).describe('external messages that may wait; one more is answered with 503'),
  DEVNET_QUEUE_MESSAGES_PER_ACCOUNT_MAX: count(64).describe('external messages that may wait for one account'),
  DEVNET_QUEUE_SECONDS_MAX: count(600).describe('an external message that waits longer expires'),
  DEVNET_TVM_WORKERS: count(Math.max(2, availableParallelism())).meta(
    describedDefault('threads that run transactions of blocks', 'as many as processors, 2 at least'),
  ),
  DEVNET_TVM_WALL_TIME_MS: count(20_000).describe('a transaction that takes longer is ended and left out'),
  DEVNET_TVM_MEMORY_MB_MAX: count(512).describe('memory of one of these threads, MB'),
  DEVNET_UNSAFE_IGNORE_SIGNATURE: switchSetting
    .default(false)
    .describe('contracts take every signature for a right one'),
  ...processSettings,
  ...answeringSettings,
});

/** The settings of the devnet, grouped. */
export interface DevnetProcess {
  readonly devnet: DevnetConfig;
  /** Removes the stored chain first. */
  readonly reset: boolean;
  readonly http: {
    readonly host: string;
    readonly port: number;
    readonly healthPort: number | undefined;
    readonly connectionsMax: number;
  };
  readonly logLevel: LogLevel;
  readonly shutdownDrainMs: number;
  readonly shutdownGraceMs: number;
}

/** @throws {ConfigError} when settings exclude each other */
export function devnetConfig(environment: z.output<typeof devnetEnvironment>): DevnetProcess {
  return Object.freeze({
    devnet: {
      directory: environment.DEVNET_DIRECTORY,
      network: {
        seed: environment.DEVNET_SEED,
        globalId: environment.DEVNET_GLOBAL_ID,
        genesisTime: environment.DEVNET_GENESIS_TIME ?? null,
        shardsMin: environment.DEVNET_SHARDS_MIN,
        shardsMax: environment.DEVNET_SHARDS_MAX,
        walletCount: environment.DEVNET_WALLETS,
      },
      genesisFile: environment.DEVNET_GENESIS ?? null,
      blockTimeMs: environment.DEVNET_BLOCK_TIME_MS,
      idle: environment.DEVNET_IDLE ? IDLE_PACE : null,
      keptRoundsMax: environment.DEVNET_KEEP_ROUNDS ?? null,
      exportDirectory: environment.DEVNET_EXPORT ?? null,
      logFile: environment.DEVNET_LOG ?? null,
      hasDemo: environment.DEVNET_DEMO,
      stateRoundsMax: environment.DEVNET_STATE_ROUNDS,
      queueMessagesMax: environment.DEVNET_QUEUE_MESSAGES_MAX,
      queueMessagesPerAccountMax: environment.DEVNET_QUEUE_MESSAGES_PER_ACCOUNT_MAX,
      waitingSecondsMax: environment.DEVNET_QUEUE_SECONDS_MAX,
      tvmWorkers: environment.DEVNET_TVM_WORKERS,
      tvmWallTimeMs: environment.DEVNET_TVM_WALL_TIME_MS,
      tvmMemoryMbMax: environment.DEVNET_TVM_MEMORY_MB_MAX,
      ignoreSignatures: environment.DEVNET_UNSAFE_IGNORE_SIGNATURE,
    },
    reset: environment.DEVNET_RESET,
    http: {
      host: environment.HTTP_HOST,
      ...answeringPorts(environment),
      connectionsMax: environment.HTTP_CONNECTIONS_MAX,
    },
    logLevel: environment.LOG_LEVEL,
    ...shutdownTimes(environment),
  });
}
