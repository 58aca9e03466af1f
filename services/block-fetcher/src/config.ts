import { type BlockSourceConfig, blockSourceConfig, blockSourceSettings } from '@tonriver/block-source';
import { ConfigError, switchSetting } from '@tonriver/config';
import { type StreamConfig, streamConfig, streamSettings } from '@tonriver/stream';
import { z } from 'zod';
import type { FetchRoundsOptions } from './fetch-rounds.ts';

const round = z.coerce.number().int().min(1);

/** The environment variables of the fetcher. */
export const blockFetcherEnvironment = z.object({
  ...blockSourceSettings,
  FROM: round.optional().describe('first round; absent: the first of the source'),
  TO: round.optional().describe('last round; absent: the last of the source'),
  ALLOW_PARTIAL_ROUNDS: switchSetting.default(false).describe('also publish blocks that lie in no complete round'),
  MISSING_BLOCK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(3600)
    .describe('with FOLLOW or SOURCE=devnet: how long to wait for one missing block'),
  EXIT_WHEN_DONE: switchSetting
    .default(true)
    .describe('false: runs on when everything is published, for supervisors that start again whatever ends'),
  ...streamSettings,
});

/** The fetcher's settings, grouped. */
export interface BlockFetcherConfig extends StreamConfig {
  readonly source: BlockSourceConfig;
  readonly fetch: FetchRoundsOptions;
  /** False: the process runs on when everything is published. */
  readonly exitWhenDone: boolean;
}

/** In a source that grows, any block may still become part of a complete round. */
function refusePartialRounds(environment: z.output<typeof blockFetcherEnvironment>): void {
  const { SOURCE, FOLLOW, ALLOW_PARTIAL_ROUNDS } = environment;
  if (!ALLOW_PARTIAL_ROUNDS || (!FOLLOW && SOURCE !== 'devnet')) return;
  const setting = FOLLOW ? 'FOLLOW' : 'SOURCE=devnet';
  throw new ConfigError(
    'bad_config',
    `${setting} cannot be combined with ALLOW_PARTIAL_ROUNDS: with it, an incomplete round is waited for`,
  );
}

/**
 * @throws {ConfigError} when settings exclude each other
 * @throws {ChainModelError} when the description of a private network is incomplete
 */
export function blockFetcherConfig(environment: z.output<typeof blockFetcherEnvironment>): BlockFetcherConfig {
  refusePartialRounds(environment);
  const { FROM, TO, ALLOW_PARTIAL_ROUNDS, MISSING_BLOCK_SECONDS } = environment;
  return Object.freeze({
    ...streamConfig(environment),
    source: blockSourceConfig(environment),
    exitWhenDone: environment.EXIT_WHEN_DONE,
    fetch: {
      ...(FROM === undefined ? {} : { from: FROM }),
      ...(TO === undefined ? {} : { to: TO }),
      allowPartialRounds: ALLOW_PARTIAL_ROUNDS,
      missingMsMax: MISSING_BLOCK_SECONDS * 1000,
    },
  });
}
