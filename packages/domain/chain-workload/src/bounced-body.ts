import { type Cell, CellBuilder } from '@tonriver/boc';

/** How much of a body comes back. */
const BITS_KEPT = 256;

/** 0xffffffff and the first 256 bits of the body that came back. */
export function bouncedBody(original: Cell): Cell {
  const count = Math.min(BITS_KEPT, original.bitLength);
  return new CellBuilder().storeUint(0xffffffff, 32).storeBits(original.bits, count).endCell();
}
