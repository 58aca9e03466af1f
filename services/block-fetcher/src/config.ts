import { delimiter } from 'node:path';
import {
  type ClickHouseAddress,
  clickHouseOptions,
  clickHouseSettings,
  type KafkaAddress,
  kafkaOptions,
  kafkaSettings,
  networkSettings,
  processSettings,
  switchSetting,
  topicOptions,
} from '@tonriver/config';
import { type Network, networkFromOptions } from '@tonriver/chain-model';
import { type Topic, type TopicName, topicsOf } from '@tonriver/events';
import type { LogLevel } from '@tonriver/logger';
import { z } from 'zod';
import type { FetchArchiveOptions } from './fetch-archive.ts';

const round = z.coerce.number().int().min(1);

/** Everything that the fetcher can be told, as environment variables. */
export const blockFetcherEnvironment = z.object({
  ...networkSettings,
  SOURCE: z.enum(['archive']).default('archive').describe('where blocks come from: archive'),
  ARCHIVE_PATHS: z
    .string()
    .transform((text) => text.split(delimiter).filter((path) => path !== ''))
    .pipe(z.array(z.string()).min(1))
    .describe(`folders of .boc files and node archive packages, separated by "${delimiter}"`),
  FROM: round.optional().describe('first round; absent: the first there is'),
  TO: round.optional().describe('last round; absent: the last there is'),
  ALLOW_PARTIAL_ROUNDS: switchSetting.default(false).describe('also publish blocks that lie in no complete round'),
  ...kafkaSettings,
  ...clickHouseSettings,
  ...processSettings,
});

/** The fetcher's settings, nested where they belong together. */
export interface BlockFetcherConfig {
  readonly network: Network;
  readonly archivePaths: readonly string[];
  readonly fetch: FetchArchiveOptions;
  readonly kafka: KafkaAddress;
  readonly topics: Readonly<Record<TopicName, Topic>>;
  readonly clickHouse: ClickHouseAddress;
  readonly http: { readonly host: string; readonly port: number };
  readonly logLevel: LogLevel;
  readonly shutdownGraceMs: number;
}

/** @throws {ChainModelError} when a private network is not described whole */
export function blockFetcherConfig(environment: z.output<typeof blockFetcherEnvironment>): BlockFetcherConfig {
  const { FROM, TO, ALLOW_PARTIAL_ROUNDS, HTTP_HOST, HTTP_PORT } = environment;
  const { NETWORK: name, GLOBAL_ID: globalId, ZERO_STATE: zeroState } = environment;
  const network = networkFromOptions({ name, globalId, zeroState });
  return Object.freeze({
    network,
    archivePaths: environment.ARCHIVE_PATHS,
    fetch: {
      ...(FROM === undefined ? {} : { from: FROM }),
      ...(TO === undefined ? {} : { to: TO }),
      allowPartialRounds: ALLOW_PARTIAL_ROUNDS,
    },
    kafka: kafkaOptions(environment),
    topics: topicsOf(network.name, topicOptions(environment)),
    clickHouse: clickHouseOptions(environment),
    http: { host: HTTP_HOST, port: HTTP_PORT },
    logLevel: environment.LOG_LEVEL,
    shutdownGraceMs: environment.SHUTDOWN_GRACE_MS,
  });
}
