import { createHash } from 'node:crypto';
import { EventError } from './event-error.ts';
import { eventBytesOf, type EventRecord } from './event-record.ts';

/** Why a record was rejected, and its place. */
export interface Rejection {
  readonly code: string;
  readonly cause: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: bigint;
  /** Version of the parser that rejected the record. A newer one may accept it. */
  readonly parserVersion: number;
}

export interface DeadLetter extends Rejection {
  /** `recordHashOf` the record; undefined in a dead letter of an older version that does not contain the record. */
  readonly recordHash: string | undefined;
}

/**
 * Identifies a rejected record by its place and hash, even if it was rejected several times. A record that is sent
 * again has another place. The hash is needed because a topic that was created again starts with offset 0.
 */
export function deadLetterName({
  topic,
  partition,
  offset,
  recordHash,
}: Pick<DeadLetter, 'topic' | 'partition' | 'offset' | 'recordHash'>): string {
  return `${topic}/${partition}@${offset}#${recordHash ?? ''}`;
}

/** Returns SHA-256 (hex) of key, value and headers. The same for a record and for the record in its dead letter. */
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
/** Limits the text for a person, because Kafka counts headers as part of the record's size. */
const CAUSE_LENGTH_MAX = 2000;

/**
 * Returns the dead letter of a record: the unchanged record with extra headers. If that would be too large for the
 * topic, it contains the headers and the record's size instead: otherwise the reader could not get past a record of a
 * foreign program.
 *
 * @param topic the topic of the dead letters
 */
export function deadLetterOf(
  record: EventRecord,
  story: Rejection,
  topic?: { readonly recordBytesMax: number },
): EventRecord {
  const letter = { ...story, recordHash: recordHashOf(record) };
  const whole = withRejection(record, letter);
  if (topic === undefined || eventBytesOf(whole) <= topic.recordBytesMax) return whole;
  const leftOut = { [LEFT_OUT]: String(eventBytesOf(record)) };
  const { headers } = withRejection({ key: null, value: new Uint8Array(), headers: {} }, letter);
  return { key: null, value: new Uint8Array(), headers: { ...headers, ...leftOut } };
}

/** Returns the size of a record that its dead letter does not contain; undefined if it contains the record. */
export function leftOutBytesOf(record: Pick<EventRecord, 'headers'>): number | undefined {
  const bytes = record.headers[LEFT_OUT];
  return bytes === undefined ? undefined : Number(bytes);
}

function withRejection(record: EventRecord, letter: Rejection & { readonly recordHash: string }): EventRecord {
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

/** Returns the mark that the record of the dead letter at this offset was sent again. */
export function redrivenMark(offset: bigint): EventRecord {
  return { key: null, value: new Uint8Array(), headers: { [`${PREFIX}redriven`]: offset.toString() } };
}

/**
 * Returns the offset of the dead letter to which a mark refers; undefined for a dead letter.
 *
 * @throws {EventError} `bad_header` when the offset is invalid
 */
export function redrivenOffsetOf(record: Pick<EventRecord, 'headers'>): bigint | undefined {
  const offset = record.headers[`${PREFIX}redriven`];
  return offset === undefined ? undefined : wholeNumber('redriven', offset);
}

/** @throws {EventError} `bad_header` when a header is missing or has an impossible value */
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

/** Returns the hash. Dead letters of older versions have none, so it is computed from the record in them. */
function hashIn(letter: EventRecord): string | undefined {
  const hash = letter.headers[RECORD_HASH];
  if (hash === undefined) return leftOutBytesOf(letter) === undefined ? recordHashOf(letter) : undefined;
  if (/^[0-9a-f]{64}$/.test(hash)) return hash;
  throw new EventError('bad_header', `Not a dead letter: ${RECORD_HASH} is not a SHA-256 hash`);
}

const PARTITION_MAX = 2 ** 31 - 1;
const OFFSET_MAX = 2n ** 63n - 1n;

/** Any program can write to the topic, so only possible offsets and counts are accepted. */
function wholeNumber(name: string, text: string, max: bigint | number = OFFSET_MAX): bigint {
  if (/^\d{1,19}$/.test(text)) {
    const number = BigInt(text);
    if (number <= max) return number;
  }
  throw new EventError('bad_header', `Not a dead letter: ${PREFIX}${name} is not a possible number`);
}

/** Returns the original record of a dead letter, which is sent again. */
export function originalOf(record: EventRecord): EventRecord {
  const headers = Object.entries(record.headers).filter(([name]) => !name.startsWith(PREFIX));
  return { key: record.key, value: record.value, headers: Object.fromEntries(headers) };
}
