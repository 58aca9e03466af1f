import { delimiter } from 'node:path';
import { switchSetting } from '@tonriver/config';
import { type PipelineConfig, pipelineConfig, pipelineSettings } from '@tonriver/pipeline';
import { z } from 'zod';
import type { FetchArchiveOptions } from './fetch-archive.ts';

const round = z.coerce.number().int().min(1);

/** Everything that the fetcher can be told, as environment variables. */
export const blockFetcherEnvironment = z.object({
  SOURCE: z.enum(['archive']).default('archive').describe('where blocks come from: archive'),
  ARCHIVE_PATHS: z
    .string()
    .transform((text) => text.split(delimiter).filter((path) => path !== ''))
    .pipe(z.array(z.string()).min(1))
    .describe(`folders of .boc files and node archive packages, separated by "${delimiter}"`),
  FROM: round.optional().describe('first round; absent: the first there is'),
  TO: round.optional().describe('last round; absent: the last there is'),
  ALLOW_PARTIAL_ROUNDS: switchSetting.default(false).describe('also publish blocks that lie in no complete round'),
  ...pipelineSettings,
});

/** The fetcher's settings, nested where they belong together. */
export interface BlockFetcherConfig extends PipelineConfig {
  readonly archivePaths: readonly string[];
  readonly fetch: FetchArchiveOptions;
}

/** @throws {ChainModelError} when a private network is not described whole */
export function blockFetcherConfig(environment: z.output<typeof blockFetcherEnvironment>): BlockFetcherConfig {
  const { FROM, TO, ALLOW_PARTIAL_ROUNDS } = environment;
  return Object.freeze({
    ...pipelineConfig(environment),
    archivePaths: environment.ARCHIVE_PATHS,
    fetch: {
      ...(FROM === undefined ? {} : { from: FROM }),
      ...(TO === undefined ? {} : { to: TO }),
      allowPartialRounds: ALLOW_PARTIAL_ROUNDS,
    },
  });
}
