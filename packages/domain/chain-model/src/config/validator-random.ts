import { createHash } from 'node:crypto';

/** A source of numbers that is the same on every node, so that all nodes compute the same validator group. */
export interface ValidatorRandom {
  /** A number from 0 to `range` − 1, `range` at most 2^64. */
  next(range: bigint): bigint;
}

const seedBytes = 32;
const numbersPerHash = 8;

/**
 * The generator of one validator group: SHA-512 over seed (256 bits, zero at first), shard (64), workchain (32) and
 * catchain seqno (32), all big-endian, gives eight numbers of 64 bits; then the seed counts up by one. A number in a
 * range is the upper half of the 128-bit product of both.
 */
export function createValidatorRandom(group: {
  readonly workchain: number;
  readonly shard: bigint;
  readonly catchainSeqno: number;
}): ValidatorRandom {
  const description = new Uint8Array(seedBytes + 16);
  const view = new DataView(description.buffer);
  view.setBigUint64(seedBytes, group.shard);
  view.setInt32(seedBytes + 8, group.workchain);
  view.setUint32(seedBytes + 12, group.catchainSeqno);
  let numbers = new DataView(new ArrayBuffer(0));
  let used = numbersPerHash;

  function nextNumber(): bigint {
    if (used === numbersPerHash) {
      const digest = createHash('sha512').update(description).digest();
      numbers = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
      used = 0;
      for (let index = seedBytes - 1; index >= 0; index--) {
        const counted = ((description[index] as number) + 1) & 0xff;
        description[index] = counted;
        if (counted !== 0) break;
      }
    }
    return numbers.getBigUint64(used++ * 8);
  }

  return { next: (range) => (nextNumber() * range) >> 64n };
}
