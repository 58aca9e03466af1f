import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeRecord, encodeRecord } from './record-codec.ts';

describe('a stored record', () => {
  it('is read as it was written', () => {
    const bytes = fc.uint8Array({ maxLength: 50 });
    const headers = fc.dictionary(
      fc.string({ unit: 'grapheme' }).filter((name) => name !== '__proto__'),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(
        fc.option(bytes),
        bytes,
        headers,
        fc.nat(),
        fc.integer({ min: 0 }),
        (key, value, names, partition, offset) => {
          const encoded = encodeRecord({ partition, key, value, headers: names }, 1_700_000_000_123);
          const record = decodeRecord(partition, offset, encoded);

          expect({ ...record, key: record.key && [...record.key], value: [...record.value] }).toEqual({
            partition,
            offset: BigInt(offset),
            key: key && [...key],
            value: [...value],
            headers: { ...names },
            timestampMs: 1_700_000_000_123,
          });
        },
      ),
    );
  });

  it('that is cut off or of another version is an error that names its place', () => {
    const encoded = encodeRecord({ partition: 1, key: null, value: new Uint8Array(), headers: { a: 'b' } }, 0);
    const place = { code: 'store_corrupt', fields: { partition: 1, offset: 5 } };
    const reading = (bytes: Buffer) => {
      try {
        return decodeRecord(1, 5, bytes);
      } catch (error) {
        return error;
      }
    };

    expect(reading(encoded.subarray(0, 10))).toMatchObject(place);
    expect(reading(encoded.subarray(0, 18))).toMatchObject(place);
    expect(reading(Buffer.from([2, ...encoded.subarray(1)]))).toMatchObject(place);
  });
});
