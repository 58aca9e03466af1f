import {
  type EventLog,
  EventLogError,
  type EventLogErrorCode,
  type EventProducer,
  type LogRecord,
} from '@tonriver/stream';
import {
  type DeadLetter,
  deadLetterName,
  decodeDeadLetter,
  EventError,
  leftOutBytesOf,
  originalOf,
  recordHashOf,
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
  /** Why, and where it lay: the newest story. Its topic, partition, offset and hash are what tells records apart. */
  readonly letter: DeadLetter;
  /** `(workchain,shard,seqno)` of a raw block, as its headers say; null for other records. */
  readonly block: string | null;
  /** Masterchain seqno of its round, as its headers say; null for a partial block. */
  readonly round: string | null;
  readonly bytes: number;
  readonly timestampMs: number | undefined;
}

interface ListOptions {
  /** Records to find at most; default: all. */
  readonly limit?: number;
  /** Told of each record when it is found, newest first. */
  readonly onFound?: (record: BuriedRecord) => void;
  /** Told of each record among the letters that is none of them: somebody else's, which hides no letter. */
  readonly onForeign?: (offset: bigint, fault: EventError) => void;
  /** Told how many letters were read, of how many. */
  readonly onRead?: (read: bigint, total: bigint) => void;
}

export interface DeadLetters {
  /**
   * Newest first: the marks of what was sent again lie behind the letters, so that each record can be told of as soon
   * as it is met. A record that was read, and buried, several times is one. Memory grows with the number of records,
   * not with their size.
   */
  list(options?: ListOptions): Promise<readonly BuriedRecord[]>;
  /**
   * Sends records back, as they were, to the topic and partition they came from, and marks them. Resolves when that is
   * durable. A crash in between sends a record once more, which every reader bears.
   *
   * @throws {DeadLettersError} naming those that cannot be sent, after all others were
   */
  redrive(records: readonly BuriedRecord[]): Promise<void>;
}

/** Letters read at once. */
const PAGE_RECORDS = 100n;

/** The dead letters of one topic. */
export function createDeadLetters(dependencies: {
  readonly log: EventLog;
  /** Asked for when something is sent again. */
  readonly producer: () => Promise<EventProducer>;
  readonly topics: Readonly<Record<TopicName, Topic>>;
  readonly deadLetterTopic: Topic;
}): DeadLetters {
  const { log, producer, topics, deadLetterTopic } = dependencies;
  const known = new Set(Object.values(topics).map(({ name }) => name));

  const readOriginal = async ({ topic, partition, offset, recordHash }: DeadLetter): Promise<LogRecord> => {
    const [record] = await log.readRange(topic, partition, offset, 1);
    // Where a topic was made anew another record lies there now. Letters of older versions have no hash to tell.
    const isIt = record?.offset === offset && (recordHash ?? recordHashOf(record)) === recordHashOf(record);
    if (isIt) return record;
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
    await (await producer()).send(topic, [{ partition, ...originalOf(original) }]);
  };

  return {
    async list({ limit = Infinity, onFound, onForeign, onRead } = {}) {
      const buried = new Map<string, BuriedRecord>();
      /** Records whose newest letter was sent again: older ones are the same record. */
      const settled = new Set<string>();
      const redriven = new Set<bigint>();
      const add = (record: LogRecord): void => {
        const mark = redrivenOffsetOf(record);
        if (mark !== undefined) {
          redriven.add(mark);
          return;
        }
        const found = buriedRecord(record);
        const name = deadLetterName(found.letter);
        const newer = buried.get(name);
        if (newer !== undefined) {
          buried.set(name, { ...newer, offsets: [record.offset, ...newer.offsets] });
        } else if (redriven.has(record.offset)) {
          settled.add(name);
        } else if (!settled.has(name)) {
          buried.set(name, found);
          onFound?.(found);
        }
      };
      const [end = 0n] = await log.endOffsets(deadLetterTopic.name);
      for (let before = end; before > 0n && buried.size < limit; ) {
        const from = before > PAGE_RECORDS ? before - PAGE_RECORDS : 0n;
        const page = await readBetween(log, deadLetterTopic, from, before);
        for (const record of page.toReversed()) {
          if (buried.size >= limit) break;
          try {
            add(record);
          } catch (error) {
            if (!(error instanceof EventError)) throw error;
            onForeign?.(record.offset, error);
          }
        }
        before = from;
        onRead?.(end - before, end);
      }
      return [...buried.values()];
    },
    async redrive(records) {
      const failures: DeadLettersError[] = [];
      for (const { offsets } of records) {
        const newest = offsets.at(-1);
        if (newest === undefined) continue;
        try {
          await send(newest);
        } catch (error) {
          failures.push(faultOfLetter(error, newest));
          continue;
        }
        const marks = offsets.map((offset) => ({ partition: 0, ...redrivenMark(offset) }));
        await (await producer()).send(deadLetterTopic.name, marks);
      }
      const [failure] = failures;
      if (failure === undefined) return;
      const sent = records.length - failures.length;
      const text = `${sent} record(s) sent again; not sent:\n${failures.map(({ message }) => message).join('\n')}`;
      throw new DeadLettersError(failure.code, text, { sent, failures: failures.length });
    },
  };
}

/** What one letter demands and its topic does not allow keeps no other from being sent. */
const FAULTS_OF_LETTERS: readonly EventLogErrorCode[] = ['partition_unknown', 'record_too_large', 'topic_unknown'];

/** @throws whatever is not the fault of the one letter */
function faultOfLetter(error: unknown, offset: bigint): DeadLettersError {
  if (error instanceof DeadLettersError) return error;
  if (error instanceof EventError || (error instanceof EventLogError && FAULTS_OF_LETTERS.includes(error.code))) {
    return new DeadLettersError('foreign_letter', `Dead letter ${offset} cannot be sent: ${error.message}`, { offset });
  }
  throw error;
}

/** The records of a page, in order. Pages are bounded in bytes as well: several calls may be needed. */
async function readBetween(log: EventLog, topic: Topic, from: bigint, end: bigint): Promise<readonly LogRecord[]> {
  const records: LogRecord[] = [];
  for (let next = from; next < end; ) {
    const read = await log.readRange(topic.name, 0, next, Number(end - next));
    records.push(...read.filter(({ offset }) => offset < end));
    const last = read.at(-1);
    if (last === undefined) break;
    next = last.offset + 1n;
  }
  return records;
}

function buriedRecord(record: LogRecord): BuriedRecord {
  const { workchain, shard, seqno, round } = record.headers;
  return {
    offsets: [record.offset],
    letter: decodeDeadLetter(record),
    block: workchain === undefined ? null : shown(`(${workchain},${shard ?? '?'},${seqno ?? '?'})`),
    round: round === undefined ? null : shown(round),
    bytes: leftOutBytesOf(record) ?? record.value.length,
    timestampMs: record.timestampMs,
  };
}

/** Headers may be of any length. */
const SHOWN_LENGTH_MAX = 80;

function shown(text: string): string {
  return text.slice(0, SHOWN_LENGTH_MAX);
}
