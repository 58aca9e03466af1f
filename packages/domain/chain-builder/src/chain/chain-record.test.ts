import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readChainRecord, writeChainRecord } from './chain-record.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hash = bytes(32);
const arbitraryRecord = fc.record({
  masterchain: fc.record({ rootHash: hash, fileHash: hash, stateHash: hash }),
  shards: fc.array(fc.record({ shard: fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), stateHash: hash }), {
    maxLength: 8,
  }),
  deliveries: fc.array(
    fc.record({
      key: bytes(44),
      round: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      endLt: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    }),
    { maxLength: 8 },
  ),
});

describe('the record of a chain', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(arbitraryRecord, (record) => {
        expect(readChainRecord(writeChainRecord(record))).toEqual(record);
      }),
    );
  });

  it('is refused in another version, and any other bytes are, by a typed error', () => {
    const badRecord = expect.objectContaining({ code: 'bad_record' });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        expect(() => readChainRecord(noise)).toThrow(badRecord);
      }),
    );
    const next = writeChainRecord({
      masterchain: { rootHash: new Uint8Array(32), fileHash: new Uint8Array(32), stateHash: new Uint8Array(32) },
      shards: [],
      deliveries: [],
    });
    next[4] = 2;
    expect(() => readChainRecord(next)).toThrow(expect.objectContaining({ fields: { version: 2, known: 1 } }));
  });
});
