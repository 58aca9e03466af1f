import { describe, expect, it } from '@jest/globals';
import type { EventLog, LogRecord } from './event-log.ts';
import { readRecords } from './read-records.ts';

/** A partition with every third offset missing below 1,000, which answers at most 50 records at a time. */
function partition() {
  const calls: (readonly [bigint, number])[] = [];
  const readRange: EventLog['readRange'] = async (_topic, number, from, limit) => {
    calls.push([from, limit]);
    const records: LogRecord[] = [];
    for (let offset = from; records.length < Math.min(limit, 50) && offset < 2000n; offset += 1n) {
      if (offset < 1000n && offset % 3n === 0n) continue;
      records.push({ partition: number, offset, key: null, value: new Uint8Array(), headers: {} });
    }
    return records;
  };
  return {
    calls,
    read: (offsets: readonly bigint[]) => readRecords({ readRange }, { topic: 't', partition: 0, offsets }),
  };
}

describe('readRecords', () => {
  it('reads neighbours in one call and distant records in another', async () => {
    const { calls, read } = partition();
    const records = await read([1005n, 1001n, 1002n, 1500n]);
    expect(records.map(({ offset }) => offset)).toEqual([1001n, 1002n, 1005n, 1500n]);
    expect(calls).toEqual([
      [1001n, 5],
      [1500n, 1],
    ]);
  });

  it('goes on where an answer was cut short, and leaves out removed records', async () => {
    const { read } = partition();
    const wanted = Array.from({ length: 400 }, (_, index) => BigInt(index + 900));
    const records = await read([...wanted, 5000n]);
    expect(records.map(({ offset }) => offset)).toEqual(wanted.filter((each) => each >= 1000n || each % 3n !== 0n));
  });
});
