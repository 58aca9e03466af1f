import type { EventLog, EventProducer, LogRecord } from '@tonriver/event-log';
import {
  type DeadLetter,
  decodeDeadLetter,
  leftOutBytesOf,
  originalOf,
  redrivenMark,
  redrivenOffsetOf,
  type Topic,
  type TopicName,
} from '@tonriver/events';
import { DeadLettersError } from './dead-letters-error.ts';

/** A record that could not be processed and was not sent again yet. */
export interface BuriedRecord {
  /** Where it lies among the dead letters; more than one place when it was read, and buried, several times. */
  readonly offsets: readonly bigint[];
  /** Why, and where it lay: the newest story. */
  readonly letter: DeadLetter;
  /** `(workchain,shard,seqno)` of a raw block, as its headers say; null for other records. */
  readonly block: string | null;
  /** Masterchain seqno of its round, as its headers say; null for a partial block. */
  readonly round: string | null;
  readonly bytes: number;
  readonly timestampMs: number | undefined;
}

export interface DeadLetters {
  /** In the order of the dead letters. Memory grows with their number, not with their size. */
  list(): Promise<readonly BuriedRecord[]>;
  /**
   * Sends records back, as they were, to the topic and partition they came from, and marks them. Resolves when that is
   * durable. A crash in between sends a record once more, which every reader bears.
   *
   * @throws {DeadLettersError} naming those that cannot be sent, after all others were
   */
  redrive(records: readonly BuriedRecord[]): Promise<void>;
}

/** Letters read at once. */
const PAGE_RECORDS = 100;

/** The dead letters of one topic. */
export function createDeadLetters(dependencies: {
  readonly log: EventLog;
  readonly producer: EventProducer;
  readonly topics: Readonly<Record<TopicName, Topic>>;
  readonly deadLetterTopic: Topic;
}): DeadLetters {
  const { log, producer, topics, deadLetterTopic } = dependencies;
  const known = new Set(Object.values(topics).map(({ name }) => name));

  const readOriginal = async ({ topic, partition, offset }: DeadLetter): Promise<LogRecord> => {
    const [record] = await log.readRange(topic, partition, offset, 1);
    if (record?.offset === offset) return record;
    throw new DeadLettersError(
      'letter_gone',
      `The record was too large for a dead letter, and ${topic}/${partition}@${offset} is no longer kept`,
      { topic, partition, offset },
    );
  };
  const send = async (offset: bigint): Promise<void> => {
    const [record] = await log.readRange(deadLetterTopic.name, 0, offset, 1);
    if (record?.offset !== offset) {
      throw new DeadLettersError('letter_gone', `There is no dead letter at offset ${offset}`, { offset });
    }
    const letter = decodeDeadLetter(record);
    const { topic, partition } = letter;
    if (!known.has(topic)) {
      throw new DeadLettersError('foreign_letter', `Dead letter ${offset} is of ${topic}: another network's`, {
        topic,
      });
    }
    const original = leftOutBytesOf(record) === undefined ? record : await readOriginal(letter);
    await producer.send(topic, [{ partition, ...originalOf(original) }]);
  };

  return {
    async list() {
      const buried = new Map<string, BuriedRecord>();
      const redriven = new Set<bigint>();
      for await (const record of recordsIn(log, deadLetterTopic)) {
        const mark = redrivenOffsetOf(record);
        if (mark !== undefined) redriven.add(mark);
        else addLetter(buried, record);
      }
      return [...buried.values()].filter(({ offsets }) => !offsets.every((offset) => redriven.has(offset)));
    },
    async redrive(records) {
      const failures: DeadLettersError[] = [];
      for (const { offsets } of records) {
        const newest = offsets.at(-1);
        if (newest === undefined) continue;
        try {
          await send(newest);
        } catch (error) {
          if (!(error instanceof DeadLettersError)) throw error;
          failures.push(error);
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
    },
  };
}

async function* recordsIn(log: EventLog, topic: Topic): AsyncGenerator<LogRecord> {
  const [end = 0n] = await log.endOffsets(topic.name);
  for (let from = 0n; from < end; ) {
    const records = await log.readRange(topic.name, 0, from, PAGE_RECORDS);
    yield* records;
    const last = records.at(-1);
    if (last === undefined) return;
    from = last.offset + 1n;
  }
}

function addLetter(buried: Map<string, BuriedRecord>, record: LogRecord): void {
  const letter = decodeDeadLetter(record);
  const { workchain, shard, seqno, round } = record.headers;
  const place = `${letter.topic}:${letter.partition}:${letter.offset}`;
  buried.set(place, {
    offsets: [...(buried.get(place)?.offsets ?? []), record.offset],
    letter,
    block: workchain === undefined ? null : `(${workchain},${shard ?? '?'},${seqno ?? '?'})`,
    round: round ?? null,
    bytes: leftOutBytesOf(record) ?? record.value.length,
    timestampMs: record.timestampMs,
  });
}
