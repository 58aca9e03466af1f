import type { Admin } from 'kafkajs';
import { readRangeBytesMax } from '../check-arguments.ts';
import type { LogRecord } from '@tonriver/stream';
import { isOutOfRange, brokerUnavailable } from './kafka-errors.ts';
import type { Fetched, FetchedMessage, KafkaFetcher } from './kafka-fetcher.ts';
import { logRecordOf } from './log-record.ts';
import { retryKafkaCall } from './retry-kafka-call.ts';

export interface KafkaRange {
  readonly topic: string;
  readonly partition: number;
  readonly from: bigint;
  readonly limit: number;
}

export interface ReadKafkaRangeDependencies {
  readonly fetcher: KafkaFetcher;
  readonly admin: Pick<Admin, 'fetchTopicOffsets'>;
  readonly unavailableMaxMs: number;
}

/** Size of a fetch per wanted record, so that a single record does not bring megabytes of others. */
const bytesPerRecord = 16 * 1024;
const fetchBytesMax = 8 * 1024 * 1024;

/** Reads some records of one partition, without a group. */
export async function readKafkaRange(
  dependencies: ReadKafkaRangeDependencies,
  range: KafkaRange,
): Promise<readonly LogRecord[]> {
  const { topic, partition, limit } = range;
  if (limit < 1) return [];
  const kept = await keptOffsets(dependencies, range);
  const collected = createCollector({ ...range, from: max(range.from, kept.oldest), end: kept.end });
  const deadlineMs = performance.now() + dependencies.unavailableMaxMs;
  let isWide = false;
  while (collected.wantsMore()) {
    const wanted = (limit - collected.records.length) * bytesPerRecord;
    const bytesMax = isWide ? fetchBytesMax : Math.min(wanted, fetchBytesMax);
    const next = collected.next();
    const fetched = await fetchFrom(dependencies, { topic, partition, offset: next, bytesMax });
    if (fetched === 'removed') {
      // Retention has just removed the record: go on with the oldest kept one.
      collected.skipTo((await keptOffsets(dependencies, range)).oldest);
    } else {
      collected.take(fetched.messages);
    }
    if (collected.next() > next || !collected.wantsMore()) continue;
    if (performance.now() > deadlineMs) {
      throw brokerUnavailable(`read ${topic}`, dependencies.unavailableMaxMs, undefined);
    }
    // The broker has later records, but its answer has none of them: compaction removed records of this batch. A larger
    // answer also has the next batches. If that is empty too, only this offset is certain to be empty.
    if (fetched === 'removed' || fetched.highWatermark <= next) continue;
    if (isWide) collected.skipTo(next + 1n);
    isWide = true;
  }
  return collected.records;
}

async function fetchFrom(
  { fetcher, unavailableMaxMs }: ReadKafkaRangeDependencies,
  place: Parameters<KafkaFetcher['fetch']>[0],
): Promise<Fetched | 'removed'> {
  const call = () =>
    fetcher.fetch(place).catch((error: unknown) => {
      if (isOutOfRange(error)) return 'removed' as const;
      throw error;
    });
  return await retryKafkaCall(call, {
    action: `read ${place.topic}`,
    maxMs: unavailableMaxMs,
    // When no broker answers, the next repetition asks again for the leader.
    beforeRetry: () => fetcher.refresh().catch(() => undefined),
  });
}

async function keptOffsets(
  { admin, unavailableMaxMs }: ReadKafkaRangeDependencies,
  { topic, partition }: KafkaRange,
): Promise<{ readonly oldest: bigint; readonly end: bigint }> {
  const offsets = await retryKafkaCall(() => admin.fetchTopicOffsets(topic), {
    action: 'read offsets',
    maxMs: unavailableMaxMs,
  });
  const kept = offsets.find((each) => each.partition === partition);
  return { oldest: BigInt(kept?.low ?? 0), end: BigInt(kept?.high ?? 0) };
}

/** Collects the records of the range from the fetched ones. */
function createCollector({ partition, from, end, limit }: KafkaRange & { readonly end: bigint }) {
  const records: LogRecord[] = [];
  let bytes = 0;
  let next = from;
  let isFull = false;
  return {
    records,
    next: () => next,
    wantsMore: () => !isFull && records.length < limit && next < end,
    skipTo(offset: bigint): void {
      next = max(next, offset);
    },
    take(messages: readonly FetchedMessage[]): void {
      for (const message of messages) {
        const offset = BigInt(message.offset);
        // A broker answers with whole batches, which may begin with earlier records.
        if (offset < next) continue;
        const length = message.value?.length ?? 0;
        isFull ||= offset >= end || (records.length > 0 && bytes + length > readRangeBytesMax);
        if (isFull || records.length >= limit) return;
        next = offset + 1n;
        if (message.isControlRecord === true) continue;
        records.push(logRecordOf(partition, message));
        bytes += length;
      }
    },
  };
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
