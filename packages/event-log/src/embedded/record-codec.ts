import type { LogRecord, OutgoingRecord } from '../event-log.ts';
import { EventLogError } from '../event-log-error.ts';

/**
 * How a record lies in the store, numbers little-endian:
 *
 * version u8 = 1 | timestampMs f64 | key length i32, −1 for no key | headers length u32 | key | headers as JSON | value
 */
const version = 1;
const fixedBytes = 17;

export function encodeRecord({ key, value, headers }: OutgoingRecord, timestampMs: number): Buffer {
  const headerBytes = Buffer.from(JSON.stringify(headers));
  const keyLength = key?.length ?? 0;
  const bytes = Buffer.allocUnsafe(fixedBytes + keyLength + headerBytes.length + value.length);
  bytes.writeUInt8(version, 0);
  bytes.writeDoubleLE(timestampMs, 1);
  bytes.writeInt32LE(key === null ? -1 : keyLength, 9);
  bytes.writeUInt32LE(headerBytes.length, 13);
  if (key !== null) bytes.set(key, fixedBytes);
  bytes.set(headerBytes, fixedBytes + keyLength);
  bytes.set(value, fixedBytes + keyLength + headerBytes.length);
  return bytes;
}

/** The record's parts are views of `bytes`. */
export function decodeRecord(partition: number, offset: number, bytes: Buffer): LogRecord {
  if (bytes.length < fixedBytes || bytes.readUInt8(0) !== version) throw corrupt(partition, offset);
  const keyLength = bytes.readInt32LE(9);
  const keyEnd = fixedBytes + Math.max(keyLength, 0);
  const headersEnd = keyEnd + bytes.readUInt32LE(13);
  if (headersEnd > bytes.length) throw corrupt(partition, offset);
  return {
    partition,
    offset: BigInt(offset),
    key: keyLength < 0 ? null : bytes.subarray(fixedBytes, keyEnd),
    value: bytes.subarray(headersEnd),
    headers: JSON.parse(bytes.toString('utf8', keyEnd, headersEnd)) as Record<string, string>,
    timestampMs: bytes.readDoubleLE(1),
  };
}

/** The time of a stored record, without the rest. */
export function timestampOf(bytes: Buffer): number {
  return bytes.readDoubleLE(1);
}

function corrupt(partition: number, offset: number): EventLogError {
  return new EventLogError('store_corrupt', 'A stored record cannot be read', { partition, offset });
}
