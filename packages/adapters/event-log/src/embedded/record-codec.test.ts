import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeRecord, encodeRecord } from './record-codec.ts';

describe('decodeRecord', () => {
  it('returns the record that was encoded', () => {
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
          const place = { topicId: 3, partition, offset };
          const encoded = encodeRecord(place, { partition, key, value, headers: names }, 1_700_000_000_123);
          const record = decodeRecord(place, encoded, { isOldStore: false, directory: '/log' });

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

  const place = { topicId: 2, partition: 1, offset: 5 };
  const encoded = encodeRecord(place, { partition: 1, key: null, value: Buffer.from('v'), headers: { a: 'b' } }, 0);
  const reading = (bytes: Buffer, where = place, isOldStore = false) => {
    try {
      return decodeRecord(where, bytes, { isOldStore, directory: '/log' });
    } catch (error) {
      return error;
    }
  };
  const corrupt = { code: 'store_corrupt', fields: { partition: 1, offset: 5 } };

  it('throws an error with the place when the record is cut off or has another version', () => {
    for (let length = 0; length < encoded.length; length += 1) {
      expect(reading(encoded.subarray(0, length))).toMatchObject(corrupt);
    }
    expect(reading(Buffer.from([3, ...encoded.subarray(1)]))).toMatchObject(corrupt);
  });

  it('throws an error when any bit is flipped, and when the record has the place of another', () => {
    for (let bit = 0; bit < encoded.length * 8; bit += 1) {
      const flipped = Buffer.from(encoded);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(reading(flipped)).toMatchObject(corrupt);
    }
    const elsewhere = { ...place, offset: 6 };
    expect(reading(encoded, elsewhere)).toMatchObject({ code: 'store_corrupt', fields: elsewhere });
  });

  it('accepts a record without a checksum only in an old store', () => {
    // Version 1: version, time, no key, 9 bytes of headers, headers, value.
    const old = Buffer.concat([Buffer.from([1]), Buffer.alloc(16), Buffer.from('{"a":"b"}'), Buffer.from('v')]);
    old.writeInt32LE(-1, 9);
    old.writeUInt32LE(9, 13);
    expect(reading(old, place, true)).toMatchObject({ headers: { a: 'b' }, key: null, timestampMs: 0 });
    expect(reading(old, place)).toMatchObject(corrupt);
  });
});
