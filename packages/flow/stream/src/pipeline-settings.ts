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

/** Environment variables of every service between the event log and ClickHouse. Spread into a service's own schema. */
export const pipelineSettings = {
  ...networkSettings,
  ...kafkaSettings,
  ...clickHouseSettings,
  ...processSettings,
};

const pipelineEnvironment = z.object(pipelineSettings);

/** What these variables say, nested where they belong together. */
export interface PipelineConfig {
  readonly network: Network;
  readonly kafka: KafkaAddress;
  readonly topics: Readonly<Record<TopicName, Topic>>;
  readonly clickHouse: ClickHouseAddress;
  /** Where health and metrics are served. */
  readonly http: { readonly host: string; readonly port: number };
  readonly logLevel: LogLevel;
  readonly shutdownGraceMs: number;
}

/** @throws {ChainModelError} when a private network is not described whole */
export function pipelineConfig(environment: z.output<typeof pipelineEnvironment>): PipelineConfig {
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
