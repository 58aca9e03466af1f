import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@tonriver/config';
import { connectKafkaEventLog, openEmbeddedEventLog } from '@tonriver/event-log';
import type { EventLog } from '@tonriver/stream';
import { type EventError, topicsOf } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import type { DeadLettersConfig } from './config.ts';
import { type BuriedRecord, createDeadLetters } from './dead-letters.ts';
import { deadLetterJson, deadLetterText } from './print-dead-letters.ts';

/**
 * Does what the command line says over a log of either kind.
 *
 * @throws {ConfigError} for a data directory or an offset that is not there
 */
export async function runDeadLetters(
  config: DeadLettersConfig,
  {
    logger,
    write,
    say = () => undefined,
  }: {
    readonly logger: Logger;
    readonly write: (line: string) => void;
    /** Signs of life, for whoever waits. */
    readonly say?: (line: string) => void;
  },
): Promise<void> {
  say('kafka' in config.log ? `Connecting to ${config.log.kafka.brokers.join(', ')} …` : 'Opening the event log …');
  const log = await openLog(config, logger);
  try {
    // Topics are not created here: only their names are needed, whatever their partitions are.
    const topics = topicsOf(config.network, { rawPartitions: 1 });
    const deadLetterTopic = config.noun === 'raw-blocks' ? topics.rawBlocksDeadLetters : topics.parsedRoundsDeadLetters;
    const letters = createDeadLetters({ log, producer: () => log.producer(), topics, deadLetterTopic });
    const onRead = (read: bigint, total: bigint): void => say(`${read} of ${total} letters read`);
    const onForeign = (offset: bigint, fault: EventError): void =>
      say(`${offset} is no dead letter, passed over: ${fault.message}`);
    if (config.action === 'list') {
      const onFound = (record: BuriedRecord): void =>
        write(config.isJson ? deadLetterJson(record) : deadLetterText(record));
      const { limit } = config;
      const buried = await letters.list({ onFound, onForeign, onRead, ...(limit === undefined ? {} : { limit }) });
      const more = buried.length === limit ? ', the newest; there may be more (--limit)' : '';
      if (!config.isJson) write(`${buried.length} dead letter(s) in ${deadLetterTopic.name}${more}`);
      return;
    }
    const buried = (await letters.list({ onForeign, onRead })).toReversed();
    const { offsets } = config;
    const wanted =
      offsets === 'all' ? buried : buried.filter((record) => record.offsets.some((at) => offsets.includes(at)));
    if (offsets !== 'all') {
      const found = new Set(wanted.flatMap((record) => record.offsets));
      const missing = offsets.filter((offset) => !found.has(offset));
      if (missing.length > 0) {
        throw new ConfigError('bad_config', `There is no dead letter at offset ${missing.join(', ')}; see list`);
      }
    }
    await letters.redrive(wanted);
    write(`${wanted.length} record(s) sent again to where they came from`);
  } finally {
    await log.close();
  }
}

async function openLog({ log }: DeadLettersConfig, logger: Logger): Promise<EventLog> {
  if ('kafka' in log) return connectKafkaEventLog({ ...log.kafka, clientId: 'dead-letters', logger });
  const directory = join(log.dataDirectory, 'log');
  if (!existsSync(directory)) {
    throw new ConfigError('bad_config', `${log.dataDirectory} is no data directory: it has no event log`);
  }
  return openEmbeddedEventLog({ directory, logger });
}
