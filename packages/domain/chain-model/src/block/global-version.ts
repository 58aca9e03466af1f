import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag } from '../errors.ts';

/** Version of the node that made a block, or the version the network runs (configuration parameter 8). */
export interface GlobalVersion {
  readonly version: number;
  /** A set of bits. */
  readonly capabilities: bigint;
}

const tag = 0xc4;

/**
 * Reads:
 *
 * ```tlb
 * capabilities#c4 version:uint32 capabilities:uint64 = GlobalVersion;
 * ```
 */
export function loadGlobalVersion(slice: CellSlice): GlobalVersion {
  const found = slice.loadUint(8);
  if (found !== tag) throw badTag('GlobalVersion', found);
  return { version: slice.loadUint(32), capabilities: slice.loadUint64() };
}

/** Writes what `loadGlobalVersion` reads. */
export function storeGlobalVersion(builder: CellBuilder, value: GlobalVersion): void {
  builder.storeUint(tag, 8).storeUint(value.version, 32).storeUint(value.capabilities, 64);
}
