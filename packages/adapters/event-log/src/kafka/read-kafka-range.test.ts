import { describe, expect, it } from '@jest/globals';
import type { Admin } from 'kafkajs';
import type { KafkaFetcher } from './kafka-fetcher.ts';
import { readKafkaRange } from './read-kafka-range.ts';

/** A batch as a broker stores it. Compaction removes records from it and keeps its last offset. */
interface StoredBatch {
  readonly last: number;
  readonly offsets: readonly number[];
  readonly bytes: number;
}

const WAIT_MS_MAX = 200;

/** Answers like a broker with whole batches, from the first one on that ends at or after the requested offset. */
function brokerOf(batches: readonly StoredBatch[], { highWatermark }: { readonly highWatermark: number }) {
  const fetcher: KafkaFetcher = {
    async fetch({ offset, bytesMax }) {
      let bytes = 0;
      const answered = batches.filter((batch) => {
        if (batch.last < Number(offset) || (bytes > 0 && bytes + batch.bytes > bytesMax)) return false;
        bytes += batch.bytes;
        return true;
      });
      const messages = answered.flatMap(({ offsets }) => offsets.map(messageAt));
      return { messages, highWatermark: BigInt(highWatermark) };
    },
    refresh: async () => undefined,
    close: async () => undefined,
  };
  const end = Math.max(...batches.map(({ last }) => last)) + 1;
  const topicOffsets = [{ partition: 0, low: '0', high: String(end), offset: String(end) }];
  const admin: Pick<Admin, 'fetchTopicOffsets'> = { fetchTopicOffsets: async () => topicOffsets };
  return async (from: number, limit: number): Promise<readonly number[]> => {
    const dependencies = { fetcher, admin, unavailableMaxMs: WAIT_MS_MAX };
    const records = await readKafkaRange(dependencies, { topic: 'compacted', partition: 0, from: BigInt(from), limit });
    return records.map(({ offset }) => Number(offset));
  };
}

function messageAt(offset: number) {
  return { offset: String(offset), key: null, value: Buffer.from('x'), timestamp: '0', attributes: 0, headers: {} };
}

describe('readKafkaRange of a compacted topic', () => {
  const whole = { highWatermark: 21 };

  it('finds the records after a batch that has only earlier records left', async () => {
    const small = brokerOf(
      [
        { last: 19, offsets: [10], bytes: 100 },
        { last: 20, offsets: [20], bytes: 100 },
      ],
      whole,
    );
    expect(await small(15, 1)).toEqual([20]);
    // The answers are too small for the next batch.
    const large = brokerOf(
      [
        { last: 19, offsets: [10], bytes: 2 ** 24 },
        { last: 20, offsets: [20], bytes: 2 ** 24 },
      ],
      whole,
    );
    expect(await large(15, 1)).toEqual([20]);
    expect(await large(0, 10)).toEqual([10, 20]);
  });

  it('returns no records when compaction removed all of the range', async () => {
    expect(await brokerOf([{ last: 20, offsets: [10], bytes: 100 }], whole)(15, 5)).toEqual([]);
    expect(await brokerOf([{ last: 20, offsets: [], bytes: 100 }], whole)(0, 5)).toEqual([]);
  });

  it('rejects after its time limit when the broker has only earlier records', async () => {
    const behind = brokerOf([{ last: 20, offsets: [10], bytes: 100 }], { highWatermark: 11 });
    await expect(behind(15, 1)).rejects.toMatchObject({ code: 'broker_unavailable', isRetryable: true });
  });
});
