import type { KafkaMessage } from 'kafkajs';
import type { LogRecord } from '@tonriver/stream';

/** A record as kafkajs read it. A value that is absent (a tombstone, which nobody here writes) is read as empty. */
export function logRecordOf(partition: number, message: KafkaMessage): LogRecord {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers ?? {})) {
    const [last] = Array.isArray(value) ? value.slice(-1) : [value];
    if (last !== undefined) headers[name] = last.toString();
  }
  return {
    partition,
    offset: BigInt(message.offset),
    key: message.key,
    value: message.value ?? new Uint8Array(),
    headers,
    timestampMs: Number(message.timestamp),
  };
}

/** Consecutive slices within both bounds; a single larger record is a slice of its own. */
export function* slicesOf(
  records: readonly LogRecord[],
  bounds: { readonly batchRecordsMax: number; readonly batchBytesMax: number },
): Generator<readonly LogRecord[]> {
  let slice: LogRecord[] = [];
  let bytes = 0;
  for (const record of records) {
    const isFull = slice.length >= bounds.batchRecordsMax || bytes + record.value.length > bounds.batchBytesMax;
    if (slice.length > 0 && isFull) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(record);
    bytes += record.value.length;
  }
  if (slice.length > 0) yield slice;
}
