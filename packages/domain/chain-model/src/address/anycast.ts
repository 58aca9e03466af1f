import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badValue } from '../errors.ts';

/** Leading bits of an address that are replaced where the contract lives. */
export interface Anycast {
  /** 1 … 30 bits. */
  readonly depth: number;
  /** The bits as an unsigned number of `depth` bits. */
  readonly prefix: number;
}

/** Bits of `(#<= 30)`. */
const depthBits = 5;
const depthMax = 30;

/**
 * Reads:
 *
 * ```tlb
 * anycast_info$_ depth:(#<= 30) { depth >= 1 }
 *   rewrite_pfx:(bits depth) = Anycast;
 * ```
 */
export function loadAnycast(slice: CellSlice): Anycast {
  const depth = slice.loadUint(depthBits);
  if (depth < 1 || depth > depthMax) throw badValue('Anycast', 'depth', depth);
  return { depth, prefix: slice.loadUint(depth) };
}

/** Writes what `loadAnycast` reads. */
export function storeAnycast(builder: CellBuilder, { depth, prefix }: Anycast): void {
  if (depth < 1 || depth > depthMax) throw badValue('Anycast', 'depth', depth);
  builder.storeUint(depth, depthBits).storeUint(prefix, depth);
}
