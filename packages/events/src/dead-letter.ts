import { EventError } from './event-error.ts';
import { eventBytesOf, type EventRecord } from './event-record.ts';

/** Why a record could not be processed, and where it lay. */
export interface DeadLetter {
  readonly code: string;
  readonly cause: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: bigint;
  /** Version of the code that gave up: a newer one may succeed where it failed. */
  readonly parserVersion: number;
}

/**
 * What tells buried records apart, however often one of them was buried: where the record lay. One that is sent again
 * lies elsewhere, and is another.
 */
export function deadLetterName({
  topic,
  partition,
  offset,
}: Pick<DeadLetter, 'topic' | 'partition' | 'offset'>): string {
  return `${topic}/${partition}@${offset}`;
}

const PREFIX = 'dead-letter-';
const LEFT_OUT = `${PREFIX}left-out-bytes`;
/** Kafka counts headers into the record's size; a cause is for a person to read, not a dump. */
const CAUSE_LENGTH_MAX = 2000;

/**
 * The original record with its story in extra headers; the bytes are kept as they came. A record that would then be
 * larger than the topic of the letters allows is left out, and the letter says so: a reader that cannot bury what
 * somebody else's program sent would stop at it for ever.
 *
 * @param topic the topic that the letter goes to
 */
export function deadLetterOf(
  record: EventRecord,
  letter: DeadLetter,
  topic?: { readonly recordBytesMax: number },
): EventRecord {
  const whole = withStory(record, letter);
  if (topic === undefined || eventBytesOf(whole) <= topic.recordBytesMax) return whole;
  const leftOut = { [LEFT_OUT]: String(eventBytesOf(record)) };
  const { headers } = withStory({ key: null, value: new Uint8Array(), headers: {} }, letter);
  return { key: null, value: new Uint8Array(), headers: { ...headers, ...leftOut } };
}

/** How large the record was that a letter leaves out; undefined when the letter holds it. */
export function leftOutBytesOf(record: Pick<EventRecord, 'headers'>): number | undefined {
  const bytes = record.headers[LEFT_OUT];
  return bytes === undefined ? undefined : Number(bytes);
}

function withStory(record: EventRecord, letter: DeadLetter): EventRecord {
  return {
    key: record.key,
    value: record.value,
    headers: {
      ...originalOf(record).headers,
      [`${PREFIX}code`]: letter.code,
      [`${PREFIX}cause`]: letter.cause.slice(0, CAUSE_LENGTH_MAX),
      [`${PREFIX}topic`]: letter.topic,
      [`${PREFIX}partition`]: String(letter.partition),
      [`${PREFIX}offset`]: letter.offset.toString(),
      [`${PREFIX}parser-version`]: String(letter.parserVersion),
    },
  };
}

/** A mark among the dead letters: the letter at this offset was sent again, and is not dead any more. */
export function redrivenMark(offset: bigint): EventRecord {
  return { key: null, value: new Uint8Array(), headers: { [`${PREFIX}redriven`]: offset.toString() } };
}

/** The offset of the letter that a mark speaks of; undefined for a letter. */
export function redrivenOffsetOf(record: Pick<EventRecord, 'headers'>): bigint | undefined {
  const offset = record.headers[`${PREFIX}redriven`];
  return offset === undefined ? undefined : BigInt(offset);
}

/** @throws {EventError} `bad_header` when the record carries no story */
export function decodeDeadLetter(record: EventRecord): DeadLetter {
  const read = (name: string): string => {
    const value = record.headers[`${PREFIX}${name}`];
    if (value === undefined) throw new EventError('bad_header', `Not a dead letter: no header ${PREFIX}${name}`);
    return value;
  };
  return {
    code: read('code'),
    cause: read('cause'),
    topic: read('topic'),
    partition: Number(read('partition')),
    offset: BigInt(read('offset')),
    parserVersion: Number(read('parser-version')),
  };
}

/** The record as it was before it became a dead letter: what a redrive sends again. */
export function originalOf(record: EventRecord): EventRecord {
  const headers = Object.entries(record.headers).filter(([name]) => !name.startsWith(PREFIX));
  return { key: record.key, value: record.value, headers: Object.fromEntries(headers) };
}
