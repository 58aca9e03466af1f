import type { EventProducer, LogRecord } from '@tonriver/event-log';
import { deadLetterOf, decodeParsedBlock, EventError, type ParsedBlock, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';

export interface DecodeOrBuryDependencies {
  readonly producer: EventProducer;
  readonly topics: { readonly parsedRounds: Topic; readonly parsedRoundsDeadLetters: Topic };
  readonly logger: Logger;
}

/** The announcement that a record holds; one that holds none becomes a dead letter. */
export async function decodeOrBury(
  { producer, topics, logger }: DecodeOrBuryDependencies,
  record: LogRecord,
): Promise<ParsedBlock | undefined> {
  try {
    return decodeParsedBlock(record);
  } catch (error) {
    if (!(error instanceof EventError)) throw error;
    logger.error('A record of parsed rounds is not readable', { offset: record.offset, error });
    const story = {
      code: error.code,
      cause: error.message,
      topic: topics.parsedRounds.name,
      partition: record.partition,
      offset: record.offset,
      parserVersion: 0,
    };
    const letter = deadLetterOf(record, story, topics.parsedRoundsDeadLetters);
    await producer.send(topics.parsedRoundsDeadLetters.name, [{ partition: 0, ...letter }]);
    return undefined;
  }
}
