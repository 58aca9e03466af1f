import type { CellSlice } from './cell-slice.ts';
import { hashBytes } from './cell-limits.ts';
import { firstDescriptor, Representation, secondDescriptor } from './representation.ts';

const representation = new Representation();
const bits = new Uint8Array(128);

/** The representation hash of the rest of a slice, as an ordinary cell. Throws `boc_bad_merkle`. */
export function hashRemainder(slice: CellSlice): Uint8Array {
  const { bag, remainingBits, remainingRefs } = slice;
  const refs: number[] = [];
  for (let position = 0; position < remainingRefs; position++) refs.push(slice.preloadRef(position));
  // A remainder with levels has several digests, one over the other: rare, and the cell knows how.
  if (refs.some((ref) => bag.levelMask(ref) !== 0)) return slice.toCell().hash();
  bits.fill(0);
  slice.copyRemainingBits(bits, 0);
  bag.hashUnder(refs);
  representation.begin(firstDescriptor(remainingRefs, false, 0), secondDescriptor(remainingBits));
  representation.addBytes(bits, 0, (remainingBits + 7) >> 3);
  representation.completeData(remainingBits);
  for (const ref of refs) representation.addDepth(bag.depth(ref));
  for (const ref of refs) representation.addBytes(bag.hash(ref), 0, hashBytes);
  const digest = new Uint8Array(hashBytes);
  representation.digestInto(digest, 0);
  return digest;
}
