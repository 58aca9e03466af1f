import type { CellSlice } from '@tonriver/boc';
import { formatAccountAddress } from '@tonriver/chain-model';

/**
 * Reads any `MsgAddress` and returns the raw form of a standard one, `<workchain>:<64 hex digits>`; null for no address,
 * an external one and one of another length. An anycast prefix is read and not applied.
 */
export function loadAddress(slice: CellSlice): string | null {
  const tag = slice.loadUint(2);
  if (tag === 0) return null;
  if (tag === 1) {
    slice.skipBits(slice.loadUint(9));
    return null;
  }
  if (slice.loadBit()) slice.skipBits(slice.loadUint(5));
  if (tag === 3) {
    const length = slice.loadUint(9);
    slice.skipBits(32 + length);
    return null;
  }
  return formatAccountAddress({ workchain: slice.loadInt(8), hash: slice.loadBytes(32) });
}

/** An address as Cocoon shows it: `<bit length>;<hex>` for an external one. */
export function loadAnyAddress(slice: CellSlice): string | null {
  if (slice.preloadUint(2) !== 1) return loadAddress(slice);
  slice.skipBits(2);
  const length = slice.loadUint(9);
  return `${length};${slice.loadUintBig(length).toString(16)}`;
}
