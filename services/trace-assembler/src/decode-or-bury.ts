import { type ReadingFault, readingFaultOf } from '@tonriver/errors';
import type { EventProducer, LogRecord } from '@tonriver/event-log';
import { deadLetterOf, decodeParsedBlock, type ParsedBlock, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';

export interface DecodeOrBuryDependencies {
  readonly producer: EventProducer;
  readonly topics: { readonly parsedRounds: Topic; readonly parsedRoundsDeadLetters: Topic };
  readonly logger: Logger;
}

/**
 * The announcement that a record holds; one that holds none becomes a dead letter. Reading it is only computing, so
 * whatever that throws is thrown for these bytes, and would be again after every restart.
 */
export async function decodeOrBury(
  { producer, topics, logger }: DecodeOrBuryDependencies,
  record: LogRecord,
): Promise<ParsedBlock | undefined> {
  const read = readAnnouncement(record);
  if ('block' in read) return read.block;
  logger.error('A record of parsed rounds is not readable', { offset: record.offset, ...read });
  const story = {
    ...read,
    topic: topics.parsedRounds.name,
    partition: record.partition,
    offset: record.offset,
    parserVersion: 0,
  };
  const letter = deadLetterOf(record, story, topics.parsedRoundsDeadLetters);
  await producer.send(topics.parsedRoundsDeadLetters.name, [{ partition: 0, ...letter }]);
  return undefined;
}

function readAnnouncement(record: LogRecord): { readonly block: ParsedBlock } | ReadingFault {
  try {
    return { block: decodeParsedBlock(record) };
  } catch (error) {
    return readingFaultOf(error);
  }
}
