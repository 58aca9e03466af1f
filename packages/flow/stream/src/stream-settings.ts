import { type Network, networkFromOptions } from '@tonriver/chain-model';
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
import { type Topic, type TopicName, topicsOf } from '@tonriver/events';
import type { LogLevel } from '@tonriver/logger';
import { z } from 'zod';

/** Environment variables that every service between the event log and ClickHouse has, to spread into its own schema. */
export const streamSettings = {
  ...networkSettings,
  ...kafkaSettings,
  ...clickHouseSettings,
  ...processSettings,
};

const streamEnvironment = z.object(streamSettings);

/** The values of these variables, grouped. */
export interface StreamConfig {
  readonly network: Network;
  readonly kafka: KafkaAddress;
  readonly topics: Readonly<Record<TopicName, Topic>>;
  readonly clickHouse: ClickHouseAddress;
  /** Address of health and metrics. */
  readonly http: { readonly host: string; readonly port: number };
  readonly logLevel: LogLevel;
  readonly shutdownGraceMs: number;
}

/** @throws {ChainModelError} when the description of a private network is incomplete */
export function streamConfig(environment: z.output<typeof streamEnvironment>): StreamConfig {
  const { NETWORK: name, GLOBAL_ID: globalId, ZERO_STATE: zeroState } = environment;
  const network = networkFromOptions({ name, globalId, zeroState });
  return Object.freeze({
    network,
    kafka: kafkaOptions(environment),
    topics: topicsOf(network.name, topicOptions(environment)),
    clickHouse: clickHouseOptions(environment),
    http: { host: environment.HTTP_HOST, port: environment.HTTP_PORT },
    logLevel: environment.LOG_LEVEL,
    shutdownGraceMs: environment.SHUTDOWN_GRACE_MS,
  });
}
