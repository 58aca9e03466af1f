import { type ReadingFault, readingFaultOf } from '@tonriver/errors';
import type { EventProducer, LetterIndex, LogRecord } from '@tonriver/stream';
import { deadLetterOf, decodeParsedBlock, type ParsedBlock, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';

export interface DecodeOrBuryDependencies {
  readonly producer: EventProducer;
  readonly topics: { readonly parsedRounds: Topic; readonly parsedRoundsDeadLetters: Topic };
  readonly logger: Logger;
  /** Which records are buried already. */
  readonly letters: LetterIndex;
}

/** Announcements have one form as yet, and no version of the code that reads them. */
const READER_VERSION = 0;

/**
 * The announcement that a record holds; one that holds none becomes a dead letter. Reading it is only computing, so
 * whatever that throws is thrown for these bytes, and would be again after every restart.
 */
export async function decodeOrBury(
  { producer, topics, logger, letters }: DecodeOrBuryDependencies,
  record: LogRecord,
): Promise<ParsedBlock | undefined> {
  const read = readAnnouncement(record);
  if ('block' in read) return read.block;
  logger.error('A record of parsed rounds is not readable', { offset: record.offset, ...read });
  // It came again: after a crash, or with a partition that moved.
  await letters.refresh();
  if (letters.has(record, READER_VERSION)) return undefined;
  const story = {
    ...read,
    topic: topics.parsedRounds.name,
    partition: record.partition,
    offset: record.offset,
    parserVersion: READER_VERSION,
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
