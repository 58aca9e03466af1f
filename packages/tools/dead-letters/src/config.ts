import {
  commandLineOptions,
  type CommandLineOption,
  ConfigError,
  type KafkaAddress,
  kafkaOptions,
  kafkaSettings,
  loadCommandEnvironment,
  loadConfig,
  networkSettings,
} from '@tonriver/config';
import { z } from 'zod';

const options = {
  network: { value: 'NAME', description: 'Network of the dead letters (default: NETWORK, else mainnet)' },
  'data-dir': { value: 'DIR', description: 'Data directory of a standalone process, which must not run meanwhile' },
  brokers: {
    value: 'LIST',
    description:
      'Kafka, host:port separated by commas (default: KAFKA_BROKERS); KAFKA_SSL, KAFKA_USERNAME … are read too',
  },
  topic: { value: 'NOUN', description: 'raw-blocks (default) or parsed-rounds' },
  offset: { value: 'N', description: 'redrive: the letters at these offsets, as list shows them', isList: true },
  all: { description: 'redrive: every letter' },
  limit: { value: 'N', description: 'list: only the N newest (default: all)' },
  json: { description: 'list: one JSON object per line' },
} as const satisfies Readonly<Record<string, CommandLineOption>>;

const schema = z.object({
  action: z.enum(['list', 'redrive'], 'say what to do: list or redrive'),
  network: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_]*$/)
    .default('mainnet'),
  'data-dir': z.string().optional(),
  topic: z.enum(['raw-blocks', 'parsed-rounds']).default('raw-blocks'),
  offset: z.array(z.coerce.bigint().nonnegative()).default([]),
  all: z.boolean().default(false),
  limit: z.coerce.number().int().positive().optional(),
  json: z.boolean().default(false),
});

/** The environment variables that the command reads when no option says the same. */
export const deadLettersEnvironment = z.object({
  NETWORK: networkSettings.NETWORK,
  ...kafkaSettings,
  KAFKA_BROKERS: kafkaSettings.KAFKA_BROKERS.optional().describe('addresses of Kafka; --brokers comes first'),
});

export interface DeadLettersConfig {
  readonly action: 'list' | 'redrive';
  readonly network: string;
  /** Where the log is. */
  readonly log: { readonly dataDirectory: string } | { readonly kafka: KafkaAddress };
  readonly noun: 'raw-blocks' | 'parsed-rounds';
  /** Offsets of the letters to redrive. */
  readonly offsets: readonly bigint[] | 'all';
  /** How many of the newest letters to list; undefined for all. */
  readonly limit: number | undefined;
  readonly isJson: boolean;
}

/**
 * Reads the command line of `tonriver dead-letters`.
 *
 * @returns the text of `--help` if that is an option
 * @throws {ConfigError} with every problem at once
 */
export function deadLettersConfig(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): DeadLettersConfig | { readonly help: string } {
  const isOption = words[0]?.startsWith('-') ?? true;
  const { values, help } = commandLineOptions(
    'npx tonriver dead-letters list|redrive',
    'Lists the records that could not be processed and why, and sends them again to where they came from.',
    options,
    isOption ? words : words.slice(1),
  );
  if (help !== undefined) return { help };
  const { brokers, network = environment['NETWORK'], ...rest } = values as Record<string, string | undefined>;
  const action = isOption ? undefined : words[0];
  const read = loadConfig(schema, { ...rest, action, network });
  if (read.action === 'redrive' && read.all === read.offset.length > 0) {
    throw new ConfigError('bad_config', 'Say which letters to redrive: --offset N… or --all');
  }
  return {
    action: read.action,
    network: read.network,
    log: logAddress(read['data-dir'], brokers, environment),
    noun: read.topic,
    offsets: read.all ? 'all' : read.offset,
    limit: read.limit,
    isJson: read.json,
  };
}

function logAddress(
  dataDirectory: string | undefined,
  brokers: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): DeadLettersConfig['log'] {
  if (dataDirectory !== undefined && brokers !== undefined) {
    throw new ConfigError('bad_config', 'Give --data-dir or --brokers, not both');
  }
  if (dataDirectory !== undefined) return { dataDirectory };
  const given = brokers === undefined ? environment : { ...environment, KAFKA_BROKERS: brokers };
  const { KAFKA_BROKERS, ...others } = loadCommandEnvironment(deadLettersEnvironment, given);
  if (KAFKA_BROKERS === undefined) {
    const text =
      'Say where the event log is: --data-dir DIR of a standalone process, or --brokers HOST:PORT (KAFKA_BROKERS)';
    throw new ConfigError('bad_config', text);
  }
  return { kafka: kafkaOptions({ ...others, KAFKA_BROKERS }) };
}
