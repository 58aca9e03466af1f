import { expect, it } from '@jest/globals';
import { hashPrefixOf } from './hash-prefix.ts';

it('The prefix of a hash is its first eight bytes, the lowest first; fewer are refused', () => {
  const hash = Uint8Array.from({ length: 32 }, (_, index) => index + 1);
  expect(hashPrefixOf(hash)).toBe(0x0807060504030201n);
  expect(hashPrefixOf(hash.subarray(8))).toBe(0x100f0e0d0c0b0a09n);
  expect(() => hashPrefixOf(hash.subarray(0, 7))).toThrow(RangeError);
});
