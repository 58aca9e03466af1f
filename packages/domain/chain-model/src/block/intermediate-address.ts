import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badValue } from '../errors.ts';

/**
 * Where a message is on its way by hypercube routing: an address made of the first `useDestBits` bits of the
 * destination and the rest of the source (0 … 96), or one that is written out.
 */
export type IntermediateAddress =
  | { readonly type: 'regular'; readonly useDestBits: number }
  | { readonly type: 'simple'; readonly workchain: number; readonly addressPrefix: bigint }
  | { readonly type: 'ext'; readonly workchain: number; readonly addressPrefix: bigint };

/** A workchain of 32 bits and an address prefix of 64. */
const useDestBitsMax = 96;

/**
 * Reads:
 *
 * ```tlb
 * interm_addr_regular$0 use_dest_bits:(#<= 96)
 *   = IntermediateAddress;
 * interm_addr_simple$10 workchain_id:int8 addr_pfx:uint64
 *   = IntermediateAddress;
 * interm_addr_ext$11 workchain_id:int32 addr_pfx:uint64
 *   = IntermediateAddress;
 * ```
 */
export function loadIntermediateAddress(slice: CellSlice): IntermediateAddress {
  if (!slice.loadBit()) {
    const useDestBits = slice.loadUint(7);
    if (useDestBits > useDestBitsMax) throw badValue('IntermediateAddress', 'use_dest_bits', useDestBits);
    return { type: 'regular', useDestBits };
  }
  if (!slice.loadBit()) {
    return { type: 'simple', workchain: slice.loadInt(8), addressPrefix: slice.loadUint64() };
  }
  return { type: 'ext', workchain: slice.loadInt(32), addressPrefix: slice.loadUint64() };
}

/** Writes what `loadIntermediateAddress` reads. */
export function storeIntermediateAddress(builder: CellBuilder, address: IntermediateAddress): void {
  switch (address.type) {
    case 'regular':
      if (address.useDestBits > useDestBitsMax) {
        throw badValue('IntermediateAddress', 'use_dest_bits', address.useDestBits);
      }
      builder.storeBit(false).storeUint(address.useDestBits, 7);
      return;
    case 'simple':
      builder.storeUint(0b10, 2).storeInt(address.workchain, 8).storeUint(address.addressPrefix, 64);
      return;
    case 'ext':
      builder.storeUint(0b11, 2).storeInt(address.workchain, 32).storeUint(address.addressPrefix, 64);
  }
}
