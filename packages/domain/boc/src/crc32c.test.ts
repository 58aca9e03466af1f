import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { crc32c, sha256 } from './index.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

describe('crc32c', () => {
  it('gives the values of RFC 3720', () => {
    expect(crc32c(text('123456789'))).toBe(0xe3069283);
    expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
    expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43);
  });

  it('agrees with the definition, bit by bit, for any length and any part', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100, size: 'max' }), fc.nat(20), (bytes, start) => {
        const from = Math.min(start, bytes.length);

        expect(crc32c(bytes, from)).toBe(slowCrc32c(bytes.subarray(from)));
      }),
    );
  });

  it('agrees with the definition for lengths that the kernel takes, in one piece and in several', () => {
    const bytes = Uint8Array.from({ length: 40_000 }, (_, at) => (at * at * 2654435761) >>> 16);
    fc.assert(
      fc.property(fc.nat(100), fc.integer({ min: 1000, max: 40_000 }), (start, end) => {
        expect(crc32c(bytes, start, end)).toBe(slowCrc32c(bytes.subarray(start, end)));
      }),
    );
  });
});

describe('sha256', () => {
  it('gives the value of FIPS 180-2', () => {
    const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

    expect(Buffer.from(sha256(text('abc'))).toString('hex')).toBe(expected);
  });
});

function slowCrc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return ~crc >>> 0;
}
