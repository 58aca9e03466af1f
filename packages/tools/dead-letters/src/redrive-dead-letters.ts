import {
  type DeadLetter,
  decodeDeadLetter,
  EventError,
  type EventRecord,
  leftOutBytesOf,
  originalOf,
  recordHashOf,
  redrivenMark,
  type Topic,
  type TopicName,
} from '@tonriver/events';
import { type EventLog, EventLogError, type EventLogErrorCode, type EventProducer } from '@tonriver/stream';
import { DeadLettersError } from './dead-letters-error.ts';
import type { RejectedRecord } from './rejected-record.ts';

export interface RedriveDependencies {
  readonly log: EventLog;
  readonly producer: EventProducer;
  /** The topics of the network: records are sent to these only. */
  readonly topics: Readonly<Record<TopicName, Topic>>;
  readonly deadLetterTopic: Topic;
}

/**
 * Sends records again, unchanged, to the topic and partition they came from, and marks their letters. Resolves when
 * that is durable. A crash in between sends a record once more, which every reader accepts.
 *
 * @throws {DeadLettersError} naming the records that cannot be sent, after all others were sent
 */
export async function redriveDeadLetters(
  dependencies: RedriveDependencies,
  records: readonly RejectedRecord[],
): Promise<void> {
  const { producer, deadLetterTopic } = dependencies;
  const failures: DeadLettersError[] = [];
  for (const { offsets } of records) {
    const newest = offsets.at(-1);
    if (newest === undefined) continue;
    try {
      const { topic, partition, original } = await readOriginal(dependencies, newest);
      await producer.send(topic, [{ partition, ...original }]);
    } catch (error) {
      failures.push(errorOfLetter(error, newest));
      continue;
    }
    const marks = offsets.map((offset) => ({ partition: 0, ...redrivenMark(offset) }));
    await producer.send(deadLetterTopic.name, marks);
  }
  const [failure] = failures;
  if (failure === undefined) return;
  const sent = records.length - failures.length;
  const text = `${sent} record(s) sent again; not sent:\n${failures.map(({ message }) => message).join('\n')}`;
  throw new DeadLettersError(failure.code, text, { sent, failures: failures.length });
}

/** Reads the record of a dead letter: from the letter, or from where it lay when the letter leaves it out. */
async function readOriginal(
  { log, topics, deadLetterTopic }: RedriveDependencies,
  offset: bigint,
): Promise<{ readonly topic: string; readonly partition: number; readonly original: EventRecord }> {
  const [record] = await log.readRange(deadLetterTopic.name, 0, offset, 1);
  if (record?.offset !== offset) {
    throw new DeadLettersError('letter_gone', `There is no dead letter at offset ${offset}`, { offset });
  }
  const letter = decodeDeadLetter(record);
  const { topic, partition } = letter;
  if (!Object.values(topics).some(({ name }) => name === topic)) {
    const text = `Dead letter ${offset} is of ${topic}, a topic of another network`;
    throw new DeadLettersError('foreign_letter', text, { topic });
  }
  const whole = leftOutBytesOf(record) === undefined ? record : await readLeftOut(log, letter);
  return { topic, partition, original: originalOf(whole) };
}

async function readLeftOut(log: EventLog, letter: DeadLetter): Promise<EventRecord> {
  const { topic, partition, offset, recordHash } = letter;
  const [record] = await log.readRange(topic, partition, offset, 1);
  // If the topic was made anew, another record lies there now. Letters of older versions have no hash to compare.
  const isSame = record?.offset === offset && (recordHash ?? recordHashOf(record)) === recordHashOf(record);
  if (isSame) return record;
  throw new DeadLettersError(
    'letter_gone',
    `The record was too large for a dead letter, and ${topic}/${partition}@${offset} is no longer kept`,
    { topic, partition, offset },
  );
}

/** Errors of the log that concern one letter only: its topic, its partition or its size. */
const CODES_OF_ONE_LETTER: readonly EventLogErrorCode[] = ['partition_unknown', 'record_too_large', 'topic_unknown'];

/** @throws the error itself unless it concerns only this letter */
function errorOfLetter(error: unknown, offset: bigint): DeadLettersError {
  if (error instanceof DeadLettersError) return error;
  if (error instanceof EventError || (error instanceof EventLogError && CODES_OF_ONE_LETTER.includes(error.code))) {
    return new DeadLettersError('foreign_letter', `Dead letter ${offset} cannot be sent: ${error.message}`, { offset });
  }
  throw error;
}
