import { type BlockSourceConfig, blockSourceConfig, blockSourceSettings } from '@tonriver/block-source';
import { ConfigError, switchSetting } from '@tonriver/config';
import { type StreamConfig, streamConfig, streamSettings } from '@tonriver/stream';
import { z } from 'zod';
import type { FetchRoundsOptions } from './fetch-rounds.ts';

const round = z.coerce.number().int().min(1);

/** Everything that the fetcher can be told, as environment variables. */
export const blockFetcherEnvironment = z.object({
  ...blockSourceSettings,
  FROM: round.optional().describe('first round; absent: the first there is'),
  TO: round.optional().describe('last round; absent: the last there is'),
  ALLOW_PARTIAL_ROUNDS: switchSetting.default(false).describe('also publish blocks that lie in no complete round'),
  MISSING_BLOCK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(3600)
    .describe('how long a source that goes on is waited for, at one missing block'),
  ...streamSettings,
});

/** The fetcher's settings, nested where they belong together. */
export interface BlockFetcherConfig extends StreamConfig {
  readonly source: BlockSourceConfig;
  readonly fetch: FetchRoundsOptions;
}

/** While a source goes on, nothing tells which blocks will never lie in a round. */
function refusePartialRounds(environment: z.output<typeof blockFetcherEnvironment>): void {
  if (!environment.FOLLOW || !environment.ALLOW_PARTIAL_ROUNDS) return;
  throw new ConfigError(
    'bad_config',
    'FOLLOW cannot be combined with ALLOW_PARTIAL_ROUNDS: rounds that are not whole yet are waited for',
  );
}

/**
 * @throws {ConfigError} for settings that exclude each other
 * @throws {ChainModelError} when a private network is not described whole
 */
export function blockFetcherConfig(environment: z.output<typeof blockFetcherEnvironment>): BlockFetcherConfig {
  refusePartialRounds(environment);
  const { FROM, TO, ALLOW_PARTIAL_ROUNDS, MISSING_BLOCK_SECONDS } = environment;
  return Object.freeze({
    ...streamConfig(environment),
    source: blockSourceConfig(environment),
    fetch: {
      ...(FROM === undefined ? {} : { from: FROM }),
      ...(TO === undefined ? {} : { to: TO }),
      allowPartialRounds: ALLOW_PARTIAL_ROUNDS,
      missingMsMax: MISSING_BLOCK_SECONDS * 1000,
    },
  });
}
