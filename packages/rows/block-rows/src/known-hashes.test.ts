import { describe, expect, it } from '@jest/globals';
import { createKnownHashes } from './known-hashes.ts';

/** Hashes with the same first bytes, which collide in the same slots. */
const collidingHash = (number: number): Uint8Array => {
  const hash = new Uint8Array(32);
  hash[0] = number % 3;
  hash[31] = number;
  hash[30] = number >> 8;
  return hash;
};

describe('createKnownHashes', () => {
  it('agrees with a Set when hashes are added and removed at random', () => {
    const known = createKnownHashes();
    let expected: number[] = [];
    for (let step = 0; step < 3000; step++) {
      const number = (step * 7919) % 61;
      const isNew = !expected.includes(number);
      if (isNew) expected.push(number);
      expect(known.add(collidingHash(number))).toBe(isNew);
      if (step % 17 !== 0) continue;
      expected = expected.slice(0, (step * 31) % 60);
      known.truncate(expected.length);
      expect(known.size).toBe(expected.length);
    }
  });

  it('holds more hashes than its first capacity, and removes all of them', () => {
    const known = createKnownHashes();
    const numbers = Array.from({ length: 5000 }, (_, number) => number);
    expect(numbers.every((number) => known.add(collidingHash(number)))).toBe(true);
    expect(numbers.some((number) => known.add(collidingHash(number)))).toBe(false);
    known.truncate(2500);
    expect(numbers.filter((number) => known.add(collidingHash(number)))).toEqual(numbers.slice(2500));
    known.truncate(0);
    expect(numbers.every((number) => known.add(collidingHash(number)))).toBe(true);
  });

  it('copies the hash that it is given', () => {
    const known = createKnownHashes();
    const hash = collidingHash(7);
    known.add(hash);
    hash.fill(1);
    expect(known.add(collidingHash(7))).toBe(false);
  });
});
