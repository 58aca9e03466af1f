import {
  type ClickHouseAddress,
  clickHouseOptions,
  clickHouseSettings,
  type KafkaAddress,
  kafkaOptions,
  kafkaSettings,
  networkSettings,
  processSettings,
  topicOptions,
} from '@tonriver/config';
import { type Network, networkFromOptions } from '@tonriver/chain-model';
import { type Topic, type TopicName, topicsOf } from '@tonriver/events';
import type { LogLevel } from '@tonriver/logger';
import { z } from 'zod';

const pathList = z.string().transform((text) => text.split(',').filter((path) => path !== ''));

/** Everything that the state-resolver can be told, as environment variables. */
export const stateResolverEnvironment = z.object({
  ...networkSettings,
  ...kafkaSettings,
  ...clickHouseSettings,
  ...processSettings,
  CELLS_DIRECTORY: z.string().describe('where the live cells are kept: a local disk that survives restarts'),
  INITIAL_STATES: pathList
    .default([])
    .describe('files or folders with zero states or full shard states (.boc), separated by commas'),
});

/** The state-resolver's settings, nested where they belong together. */
export interface StateResolverConfig {
  readonly network: Network;
  readonly kafka: KafkaAddress;
  readonly topics: Readonly<Record<TopicName, Topic>>;
  readonly clickHouse: ClickHouseAddress;
  readonly cellsDirectory: string;
  readonly initialStates: readonly string[];
  readonly http: { readonly host: string; readonly port: number };
  readonly logLevel: LogLevel;
  readonly shutdownGraceMs: number;
}

/** @throws {ChainModelError} when a private network is not described whole */
export function stateResolverConfig(environment: z.output<typeof stateResolverEnvironment>): StateResolverConfig {
  const { NETWORK: name, GLOBAL_ID: globalId, ZERO_STATE: zeroState } = environment;
  const network = networkFromOptions({ name, globalId, zeroState });
  return Object.freeze({
    network,
    kafka: kafkaOptions(environment),
    topics: topicsOf(network.name, topicOptions(environment)),
    clickHouse: clickHouseOptions(environment),
    cellsDirectory: environment.CELLS_DIRECTORY,
    initialStates: environment.INITIAL_STATES,
    http: { host: environment.HTTP_HOST, port: environment.HTTP_PORT },
    logLevel: environment.LOG_LEVEL,
    shutdownGraceMs: environment.SHUTDOWN_GRACE_MS,
  });
}
