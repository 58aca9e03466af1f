import { crc32c } from '@tonriver/boc';
import type { LogRecord, OutgoingRecord } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import { keyOfPlace, type RecordPlace } from './record-place.ts';

/**
 * The stored form of a record, with little-endian numbers:
 *
 * version u8 = 2 | checksum u32 | timestampMs f64 | key length i32, −1 for no key | headers length u32 | key |
 * headers as JSON | value
 *
 * The checksum is the CRC-32C of all that follows it and of the record's place. Version 1, which older programs wrote,
 * has none.
 */
const VERSION = 2;
const VERSION_WITHOUT_CHECKSUM = 1;
const CHECKSUM_AT = 1;
const CHECKSUM_BYTES = 4;
const PARTS_BYTES = 16;
const CONTENT_AT = 1 + CHECKSUM_BYTES;

export interface DecodeOptions {
  /** Directory of the store, for errors. */
  readonly directory: string;
  /** True when a program without checksums created the store. */
  readonly isOldStore: boolean;
}

export function encodeRecord(place: RecordPlace, { key, value, headers }: OutgoingRecord, timestampMs: number): Buffer {
  const headerBytes = Buffer.from(JSON.stringify(headers));
  const keyLength = key?.length ?? 0;
  const fixedBytes = CONTENT_AT + PARTS_BYTES;
  const bytes = Buffer.allocUnsafe(fixedBytes + keyLength + headerBytes.length + value.length);
  bytes.writeUInt8(VERSION, 0);
  bytes.writeDoubleLE(timestampMs, CONTENT_AT);
  bytes.writeInt32LE(key === null ? -1 : keyLength, CONTENT_AT + 8);
  bytes.writeUInt32LE(headerBytes.length, CONTENT_AT + 12);
  if (key !== null) bytes.set(key, fixedBytes);
  bytes.set(headerBytes, fixedBytes + keyLength);
  bytes.set(value, fixedBytes + keyLength + headerBytes.length);
  bytes.writeUInt32LE(checksumOf(place, bytes), CHECKSUM_AT);
  return bytes;
}

/** Decodes a record. Its parts are views of `bytes`. @throws {EventLogError} `store_corrupt` naming the place */
export function decodeRecord(place: RecordPlace, bytes: Buffer, options: DecodeOptions): LogRecord {
  const { isOldStore, directory } = options;
  const corrupt = (what: string, cause?: unknown): EventLogError => recordCorrupt(place, directory, what, cause);
  const start = contentStart(bytes);
  const isOld = start !== CONTENT_AT;
  if (bytes.length < start + PARTS_BYTES || (isOld && !isOldStore)) throw corrupt('it is not a record');
  if (!isOld && bytes.readUInt32LE(CHECKSUM_AT) !== checksumOf(place, bytes)) {
    throw corrupt('its bytes do not have the checksum that was stored with them');
  }
  const keyLength = bytes.readInt32LE(start + 8);
  const keyStart = start + PARTS_BYTES;
  const keyEnd = keyStart + Math.max(keyLength, 0);
  const headersEnd = keyEnd + bytes.readUInt32LE(start + 12);
  if (headersEnd > bytes.length) throw corrupt('it ends too early');
  return {
    partition: place.partition,
    offset: BigInt(place.offset),
    key: keyLength < 0 ? null : bytes.subarray(keyStart, keyEnd),
    value: bytes.subarray(headersEnd),
    headers: headersIn(bytes.toString('utf8', keyEnd, headersEnd), corrupt),
    timestampMs: bytes.readDoubleLE(start),
  };
}

/** Returns false for a record of a program without checksums. */
export function hasChecksum(bytes: Buffer): boolean {
  return bytes[0] !== VERSION_WITHOUT_CHECKSUM;
}

/** Returns the time of a stored record without decoding it. */
export function timestampOf(bytes: Buffer): number {
  return bytes.readDoubleLE(contentStart(bytes));
}

function contentStart(bytes: Buffer): number {
  if (bytes[0] === VERSION) return CONTENT_AT;
  return bytes[0] === VERSION_WITHOUT_CHECKSUM ? 1 : bytes.length;
}

function checksumOf(place: RecordPlace, bytes: Buffer): number {
  return (crc32c(bytes, CONTENT_AT) ^ crc32c(keyOfPlace(place))) >>> 0;
}

function headersIn(text: string, corrupt: (what: string, cause: unknown) => Error): Record<string, string> {
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch (cause) {
    throw corrupt('its headers cannot be read', cause);
  }
}

function recordCorrupt(place: RecordPlace, directory: string, what: string, cause: unknown): EventLogError {
  const { topicId, partition, offset } = place;
  const where = `record ${offset} of partition ${partition} of topic ${topicId}`;
  const text = `The event log in ${directory} is damaged: ${where}: ${what}`;
  return new EventLogError('store_corrupt', text, { directory, ...place }, { cause });
}
