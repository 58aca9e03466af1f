import type { KafkaMessage } from 'kafkajs';
import type { LogRecord } from '@tonriver/stream';

/** Converts a record of kafkajs. A missing value (a tombstone, which this program does not write) becomes empty. */
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

/** Splits records into consecutive batches within both bounds. A single larger record is a batch of its own. */
export function* splitIntoBatches(
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
