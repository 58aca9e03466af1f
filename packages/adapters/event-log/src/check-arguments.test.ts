import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkOutgoing, splitBySize, sizeOfRecord } from './check-arguments.ts';
import { splitIntoBatches } from './kafka/log-record.ts';
import { numbered } from './test-log.test-support.ts';

const sized = (bytes: number) => ({ ...numbered(0), headers: {}, value: new Uint8Array(bytes) });

describe('sizeOfRecord', () => {
  it('counts key, value and headers in UTF-8', () => {
    const record = { partition: 0, key: Uint8Array.of(1), value: Uint8Array.of(1, 2), headers: { ж: 'xy' } };

    expect(sizeOfRecord(record)).toBe(1 + 2 + 2 + 2);
  });
});

describe('checkOutgoing', () => {
  it('accepts a record of exactly the allowed size, and refuses a larger one', () => {
    const topic = { name: 'a', partitions: 1, recordBytesMax: 100 };

    expect(() => checkOutgoing(topic, [sized(100)])).not.toThrow();
    expect(() => checkOutgoing(topic, [sized(101)])).toThrow('larger than the topic');
    for (const partition of [-1, 1, 0.5]) {
      expect(() => checkOutgoing(topic, [{ ...sized(1), partition }])).toThrow('no such partition');
    }
  });
});

describe('splitBySize and splitIntoBatches', () => {
  it('keep all records in order, and exceed their bounds only for a single record', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3_000)), fc.integer({ min: 1, max: 5 }), (sizes, batchRecordsMax) => {
        const records = sizes.map((size, index) => ({ ...sized(size), headers: { number: String(index) } }));
        const runs = [...splitBySize(records, 2_000)];
        expect(runs.flat()).toEqual(records);
        for (const run of runs) {
          const bytes = run.reduce((sum, record) => sum + sizeOfRecord(record), 0);
          expect(run.length === 1 || bytes <= 2_000).toBe(true);
        }

        const stored = records.map((record, index) => ({ ...record, offset: BigInt(index) }));
        const slices = [...splitIntoBatches(stored, { batchRecordsMax, batchBytesMax: 2_000 })];
        expect(slices.flat()).toEqual(stored);
        for (const slice of slices) {
          const bytes = slice.reduce((sum, { value }) => sum + value.length, 0);
          expect(slice.length).toBeGreaterThan(0);
          expect(slice.length).toBeLessThanOrEqual(batchRecordsMax);
          expect(slice.length === 1 || bytes <= 2_000).toBe(true);
        }
      }),
    );
  });
});
