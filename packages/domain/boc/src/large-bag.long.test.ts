import { describe, expect, it } from '@jest/globals';
import { Bag, serializeTree } from './index.ts';

const cellCount = 600_000;
const dataBytes = 120;
const refSize = 3;

describe('A bag whose hashing needs more memory than the kernel keeps', () => {
  it('gets the same hashes in batches and one by one, and is written again as it was', () => {
    const bytes = binaryTree();
    const batched = Bag.parse(bytes);
    batched.hashAll();
    const single = Bag.parse(bytes);
    for (let cell = cellCount - 1; cell >= 0; cell--) single.hash(cell);

    expect(Buffer.from(batched.hashTable).equals(single.hashTable)).toBe(true);

    const written = Bag.parse(serializeTree(batched, batched.root));

    expect([written.cellCount, written.hash(written.root)]).toEqual([cellCount, single.hash(single.root)]);
  });
});

/** Cell n holds its number and refers to 2n + 1 and 2n + 2. */
function binaryTree(): Uint8Array {
  const header = Buffer.from([0xb5, 0xee, 0x9c, 0x72, refSize, 4, ...threeBytes(cellCount), 0, 0, 1, 0, 0, 0]);
  const data = Buffer.alloc(cellCount * (2 + dataBytes + 2 * refSize));
  let at = 0;
  for (let cell = 0; cell < cellCount; cell++) {
    const refs = [2 * cell + 1, 2 * cell + 2].filter((ref) => ref < cellCount);
    data[at] = refs.length;
    data[at + 1] = 2 * dataBytes;
    data.writeUInt32BE(cell, at + 2);
    at += 2 + dataBytes;
    for (const ref of refs) at = data.writeUIntBE(ref, at, refSize);
  }
  const size = Buffer.alloc(4);
  size.writeUInt32BE(at);
  return Buffer.concat([header, size, Buffer.alloc(refSize), data.subarray(0, at)]);
}

function threeBytes(value: number): number[] {
  return [value >>> 16, (value >>> 8) & 0xff, value & 0xff];
}
