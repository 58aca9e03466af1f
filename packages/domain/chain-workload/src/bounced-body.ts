import { type Cell, CellBuilder } from '@tonriver/boc';

/** How many bits of a body are returned. */
const BITS_KEPT = 256;

/** Returns the body of a bounced message: 0xffffffff and the first 256 bits of the original body. */
export function bouncedBody(original: Cell): Cell {
  const count = Math.min(BITS_KEPT, original.bitLength);
  return new CellBuilder().storeUint(0xffffffff, 32).storeBits(original.bits, count).endCell();
}
