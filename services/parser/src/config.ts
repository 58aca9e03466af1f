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

/** Everything that the parser can be told, as environment variables. */
export const parserEnvironment = z.object({
  ...networkSettings,
  ...kafkaSettings,
  ...clickHouseSettings,
  ...processSettings,
});

/** The parser's settings, nested where they belong together. */
export interface ParserConfig {
  readonly network: Network;
  readonly kafka: KafkaAddress;
  readonly topics: Readonly<Record<TopicName, Topic>>;
  readonly clickHouse: ClickHouseAddress;
  readonly http: { readonly host: string; readonly port: number };
  readonly logLevel: LogLevel;
  readonly shutdownGraceMs: number;
}

/** @throws {ChainModelError} when a private network is not described whole */
export function parserConfig(environment: z.output<typeof parserEnvironment>): ParserConfig {
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
