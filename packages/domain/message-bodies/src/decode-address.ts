import type { CellSlice } from '@tonriver/boc';
import type { DecodedAddress, DecodedAnycast } from './decoded-value.ts';

type AddressType = { readonly isExternalAllowed: boolean; readonly isInternalAllowed: boolean };

/**
 * ```tlb
 * addr_none$00 = MsgAddressExt;
 * addr_external$01 len:(## 9) external_address:(bits len) = MsgAddressExt;
 * addr_std$10 anycast:(Maybe Anycast) workchain_id:int8 address:bits256 = MsgAddressInt;
 * addr_var$11 anycast:(Maybe Anycast) addr_len:(## 9) workchain_id:int32 address:(bits addr_len) = MsgAddressInt;
 * ```
 * Reads the stored fields, which decoded bodies contain; undefined if the address is incomplete.
 */
export function decodeAddress(type: AddressType, slice: CellSlice): DecodedAddress | undefined {
  if (slice.remainingBits < 2) return undefined;
  const tag = slice.loadUint(2);
  if (tag < 2 ? !type.isExternalAllowed : !type.isInternalAllowed) return undefined;
  if (tag === 0) return { kind: 'address', form: 'none' };
  if (tag === 1) return decodeExternal(slice);
  return decodeInternal(slice, tag === 2);
}

function decodeExternal(slice: CellSlice): DecodedAddress | undefined {
  if (slice.remainingBits < 9) return undefined;
  const bitLength = slice.loadUint(9);
  if (slice.remainingBits < bitLength) return undefined;
  return { kind: 'address', form: 'extern', bits: slice.loadBits(bitLength), bitLength };
}

function decodeInternal(slice: CellSlice, isStandard: boolean): DecodedAddress | undefined {
  if (slice.remainingBits < 1) return undefined;
  let anycast: DecodedAnycast | undefined;
  if (slice.loadBit()) {
    anycast = decodeAnycast(slice);
    if (anycast === undefined) return undefined;
  }
  if (isStandard) {
    if (slice.remainingBits < 8 + 256) return undefined;
    const workchain = slice.loadInt(8);
    return { kind: 'address', form: 'std', anycast, workchain, bits: slice.loadBits(256), bitLength: 256 };
  }
  if (slice.remainingBits < 9 + 32) return undefined;
  const bitLength = slice.loadUint(9);
  const workchain = slice.loadInt(32);
  if (slice.remainingBits < bitLength) return undefined;
  return { kind: 'address', form: 'var', anycast, workchain, bits: slice.loadBits(bitLength), bitLength };
}

/** `anycast_info$_ depth:(#<= 30) { depth >= 1 } rewrite_pfx:(bits depth) = Anycast;` */
function decodeAnycast(slice: CellSlice): DecodedAnycast | undefined {
  if (slice.remainingBits < 5) return undefined;
  const depth = slice.loadUint(5);
  if (depth < 1 || depth > 30 || slice.remainingBits < depth) return undefined;
  return { depth, prefix: slice.loadBits(depth) };
}
