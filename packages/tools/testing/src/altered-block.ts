import { Bag, crc32c } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';

const CHECKSUM_FLAG = 0x40;
const FLAGS_OFFSET = 4;
const CHECKSUM_BYTES = 4;

/**
 * Returns a block with one bit of one cell changed and a right checksum. It can be read as before and has the same key,
 * but its hash differs.
 */
export function alteredBlock(boc: Uint8Array): Uint8Array {
  const hasChecksum = (boc[FLAGS_OFFSET]! & CHECKSUM_FLAG) !== 0;
  const contentEnd = boc.length - (hasChecksum ? CHECKSUM_BYTES : 0);
  const original = Bag.parse(boc);
  const rootHash = Buffer.from(original.hash(original.root));
  const { seqno } = loadBlock(original).info;
  for (let offset = contentEnd - 1; offset > 0; offset -= 1) {
    const altered = Buffer.from(boc);
    altered[offset]! ^= 1;
    if (hasChecksum) altered.writeUInt32LE(crc32c(altered.subarray(0, contentEnd)), contentEnd);
    try {
      const bag = Bag.parse(altered);
      if (loadBlock(bag).info.seqno === seqno && !rootHash.equals(bag.hash(bag.root))) return altered;
    } catch {
      // The block cannot be read with this bit changed: the next bit is tried.
    }
  }
  throw new Error('Every bit of this block matters to its form');
}
