import type { ConsumerOptions, OutgoingRecord, TopicSpecification } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';

/** Kafka's rule for names. The embedded log has the same. */
const topicNamePattern = /^[A-Za-z0-9._-]{1,249}$/;
const groupIdPattern = /^[A-Za-z0-9._-]{1,200}$/;
const partitionsMax = 10_000;
/** Approximate size of the largest answer of `readRange`. */
export const readRangeBytesMax = 32 * 1024 * 1024;

export function checkTopicSpecification(topic: TopicSpecification): void {
  const { name, partitions, recordBytesMax, retentionMs } = topic;
  const isPositive = (value: number) => Number.isSafeInteger(value) && value > 0;
  const isSound =
    topicNamePattern.test(name) &&
    isPositive(partitions) &&
    partitions <= partitionsMax &&
    isPositive(recordBytesMax) &&
    (retentionMs === undefined || retentionMs === -1 || isPositive(retentionMs));
  if (!isSound) {
    throw new EventLogError('specification_invalid', 'The specification of the topic is invalid', {
      topic: name,
      partitions,
      recordBytesMax,
      retentionMs,
    });
  }
}

export function checkConsumerOptions({ topic, groupId, batchRecordsMax, batchBytesMax }: ConsumerOptions): void {
  const isSound =
    groupIdPattern.test(groupId) &&
    Number.isSafeInteger(batchRecordsMax) &&
    batchRecordsMax > 0 &&
    Number.isSafeInteger(batchBytesMax) &&
    batchBytesMax > 0;
  if (!isSound) {
    throw new EventLogError('specification_invalid', 'The options of the consumer are invalid', {
      topic,
      groupId,
      batchRecordsMax,
      batchBytesMax,
    });
  }
}

/** Returns the size of a record that counts for `recordBytesMax`. */
export function sizeOfRecord({ key, value, headers }: OutgoingRecord): number {
  let bytes = value.length + (key?.length ?? 0);
  for (const [name, text] of Object.entries(headers)) bytes += Buffer.byteLength(name) + Buffer.byteLength(text);
  return bytes;
}

/** Throws when the topic cannot store one of the records. */
export function checkOutgoing(
  topic: Pick<TopicSpecification, 'name' | 'partitions' | 'recordBytesMax'>,
  records: readonly OutgoingRecord[],
): void {
  for (const record of records) {
    checkPartition(topic, record.partition);
    const bytes = sizeOfRecord(record);
    if (bytes > topic.recordBytesMax) {
      throw new EventLogError('record_too_large', `The record is larger than the topic ${topic.name} allows`, {
        topic: topic.name,
        partition: record.partition,
        bytes,
        recordBytesMax: topic.recordBytesMax,
      });
    }
  }
}

export function checkPartition(topic: { readonly name: string; readonly partitions: number }, partition: number): void {
  if (Number.isSafeInteger(partition) && partition >= 0 && partition < topic.partitions) return;
  throw new EventLogError('partition_unknown', `The topic ${topic.name} has no such partition`, {
    topic: topic.name,
    partition,
    partitions: topic.partitions,
  });
}

/** Upper bounds, in both logs, for the bytes that a record and each header need beside their contents. */
const recordOverheadBytes = 64;
const headerOverheadBytes = 10;

/** Splits records into runs of bounded size and keeps their order. A single larger record is a run of its own. */
export function* splitBySize(
  records: readonly OutgoingRecord[],
  bytesMax: number,
): Generator<readonly OutgoingRecord[]> {
  let run: OutgoingRecord[] = [];
  let runBytes = 0;
  for (const record of records) {
    const overheadBytes = recordOverheadBytes + headerOverheadBytes * Object.keys(record.headers).length;
    const bytes = sizeOfRecord(record) + overheadBytes;
    if (run.length > 0 && runBytes + bytes > bytesMax) {
      yield run;
      run = [];
      runBytes = 0;
    }
    run.push(record);
    runBytes += bytes;
  }
  if (run.length > 0) yield run;
}
