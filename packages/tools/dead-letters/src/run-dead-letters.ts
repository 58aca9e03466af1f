import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@tonriver/config';
import { connectKafkaEventLog, openEmbeddedEventLog } from '@tonriver/event-log';
import type { EventLog } from '@tonriver/stream';
import { type EventError, topicsOf } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import type { DeadLettersConfig } from './config.ts';
import { listDeadLetters } from './list-dead-letters.ts';
import { deadLetterJson, deadLetterText } from './print-dead-letters.ts';
import { redriveDeadLetters } from './redrive-dead-letters.ts';
import type { RejectedRecord } from './rejected-record.ts';

export interface RunOptions {
  readonly logger: Logger;
  /** Writes a line of the result. */
  readonly write: (line: string) => void;
  /** Writes a line about progress, or about a record that is not a dead letter. */
  readonly say?: (line: string) => void;
}

/**
 * Lists or redrives dead letters over Kafka or an embedded log, as the command line says.
 *
 * @throws {ConfigError} when the data directory or an offset does not exist
 */
export async function runDeadLetters(config: DeadLettersConfig, options: RunOptions): Promise<void> {
  const { logger, say = () => undefined } = options;
  say('kafka' in config.log ? `Connecting to ${config.log.kafka.brokers.join(', ')} …` : 'Opening the event log …');
  const log = await openLog(config, logger);
  try {
    if (config.action === 'list') await list(log, config, { ...options, say });
    else await redrive(log, config, { ...options, say });
  } finally {
    await log.close();
  }
}

async function list(log: EventLog, config: DeadLettersConfig, { write, say }: Required<RunOptions>): Promise<void> {
  const { deadLetterTopic } = topicsIn(config);
  const { limit, isJson } = config;
  const records = await listDeadLetters(log, deadLetterTopic, {
    ...progressLines(say),
    onFound: (record) => write(isJson ? deadLetterJson(record) : deadLetterText(record)),
    ...(limit === undefined ? {} : { limit }),
  });
  const more = records.length === limit ? ', the newest; there may be more (--limit)' : '';
  if (!isJson) write(`${records.length} dead letter(s) in ${deadLetterTopic.name}${more}`);
}

async function redrive(log: EventLog, config: DeadLettersConfig, { write, say }: Required<RunOptions>): Promise<void> {
  const { topics, deadLetterTopic } = topicsIn(config);
  const all = (await listDeadLetters(log, deadLetterTopic, progressLines(say))).toReversed();
  const chosen = config.offsets === 'all' ? all : recordsAt(all, config.offsets);
  if (chosen.length > 0) {
    await redriveDeadLetters({ log, producer: await log.producer(), topics, deadLetterTopic }, chosen);
  }
  write(`${chosen.length} record(s) sent again to where they came from`);
}

function recordsAt(records: readonly RejectedRecord[], offsets: readonly bigint[]): readonly RejectedRecord[] {
  const missing = offsets.filter((offset) => !records.some((record) => record.offsets.includes(offset)));
  if (missing.length > 0) {
    throw new ConfigError('bad_config', `There is no dead letter at offset ${missing.join(', ')}; see list`);
  }
  return records.filter((record) => record.offsets.some((offset) => offsets.includes(offset)));
}

function topicsIn({ network, noun }: DeadLettersConfig) {
  // The command creates no topics, so it needs only their names, not the number of partitions.
  const topics = topicsOf(network, { rawPartitions: 1 });
  const deadLetterTopic = noun === 'raw-blocks' ? topics.rawBlocksDeadLetters : topics.parsedRoundsDeadLetters;
  return { topics, deadLetterTopic };
}

function progressLines(say: (line: string) => void) {
  return {
    onRead: (read: bigint, total: bigint): void => say(`${read} of ${total} letters read`),
    onForeign: (offset: bigint, fault: EventError): void =>
      say(`The record at offset ${offset} is not a dead letter and is left out: ${fault.message}`),
  };
}

async function openLog({ log }: DeadLettersConfig, logger: Logger): Promise<EventLog> {
  if ('kafka' in log) return connectKafkaEventLog({ ...log.kafka, clientId: 'dead-letters', logger });
  const directory = join(log.dataDirectory, 'log');
  if (!existsSync(directory)) {
    throw new ConfigError('bad_config', `${log.dataDirectory} is not a data directory: it has no event log`);
  }
  return openEmbeddedEventLog({ directory, logger });
}
