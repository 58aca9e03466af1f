import { createHash } from 'node:crypto';
import { EventError } from './event-error.ts';
import { eventBytesOf, type EventRecord } from './event-record.ts';

/** Why a record could not be processed, and where it lay. */
export interface DeadLetterStory {
  readonly code: string;
  readonly cause: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: bigint;
  /** Version of the code that gave up: a newer one may succeed where it failed. */
  readonly parserVersion: number;
}

export interface DeadLetter extends DeadLetterStory {
  /** `recordHashOf` the record; undefined when a letter of an older version leaves the record out. */
  readonly recordHash: string | undefined;
}

/**
 * What tells buried records apart, however often one of them was buried: where the record lay, and what it was. One
 * that is sent again lies elsewhere, and is another; a topic that was made anew counts its offsets from 0 again.
 */
export function deadLetterName({
  topic,
  partition,
  offset,
  recordHash,
}: Pick<DeadLetter, 'topic' | 'partition' | 'offset' | 'recordHash'>): string {
  return `${topic}/${partition}@${offset}#${recordHash ?? ''}`;
}

/** SHA-256 of key, value and headers, in hex: the same for a record and for what its letter gives back. */
export function recordHashOf(record: EventRecord): string {
  const { key, value, headers } = originalOf(record);
  const hash = createHash('sha256');
  const add = (part: Uint8Array): void => void hash.update(`${part.length} `).update(part);
  hash.update(key === null ? 'no key ' : 'key ');
  add(key ?? new Uint8Array());
  add(value);
  for (const [name, text] of Object.entries(headers).toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    add(Buffer.from(name));
    add(Buffer.from(text));
  }
  return hash.digest('hex');
}

const PREFIX = 'dead-letter-';
const LEFT_OUT = `${PREFIX}left-out-bytes`;
const RECORD_HASH = `${PREFIX}record-hash`;
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
  story: DeadLetterStory,
  topic?: { readonly recordBytesMax: number },
): EventRecord {
  const letter = { ...story, recordHash: recordHashOf(record) };
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

function withStory(record: EventRecord, letter: DeadLetterStory & { readonly recordHash: string }): EventRecord {
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
      [RECORD_HASH]: letter.recordHash,
    },
  };
}

/** A mark among the dead letters: the letter at this offset was sent again, and is not dead any more. */
export function redrivenMark(offset: bigint): EventRecord {
  return { key: null, value: new Uint8Array(), headers: { [`${PREFIX}redriven`]: offset.toString() } };
}

/**
 * The offset of the letter that a mark speaks of; undefined for a letter.
 *
 * @throws {EventError} `bad_header` when it names none
 */
export function redrivenOffsetOf(record: Pick<EventRecord, 'headers'>): bigint | undefined {
  const offset = record.headers[`${PREFIX}redriven`];
  return offset === undefined ? undefined : wholeNumber('redriven', offset);
}

/** @throws {EventError} `bad_header` when the record carries no story that could be true */
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
    partition: Number(wholeNumber('partition', read('partition'), PARTITION_MAX)),
    offset: wholeNumber('offset', read('offset')),
    parserVersion: Number(wholeNumber('parser-version', read('parser-version'), Number.MAX_SAFE_INTEGER)),
    recordHash: hashIn(record),
  };
}

/** Letters of older versions have no hash: it is that of what they hold. */
function hashIn(letter: EventRecord): string | undefined {
  const hash = letter.headers[RECORD_HASH];
  if (hash === undefined) return leftOutBytesOf(letter) === undefined ? recordHashOf(letter) : undefined;
  if (/^[0-9a-f]{64}$/.test(hash)) return hash;
  throw new EventError('bad_header', `Not a dead letter: ${RECORD_HASH} is no SHA-256`);
}

const PARTITION_MAX = 2 ** 31 - 1;
const OFFSET_MAX = 2n ** 63n - 1n;

/** Anybody can write to the topic: only what a log could have counted is taken. */
function wholeNumber(name: string, text: string, max: bigint | number = OFFSET_MAX): bigint {
  if (/^\d{1,19}$/.test(text)) {
    const number = BigInt(text);
    if (number <= max) return number;
  }
  throw new EventError('bad_header', `Not a dead letter: ${PREFIX}${name} is no number that a log counts to`);
}

/** The record as it was before it became a dead letter: what a redrive sends again. */
export function originalOf(record: EventRecord): EventRecord {
  const headers = Object.entries(record.headers).filter(([name]) => !name.startsWith(PREFIX));
  return { key: record.key, value: record.value, headers: Object.fromEntries(headers) };
}
