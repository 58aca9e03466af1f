import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { writeBits } from '../dictionary/key-bits.ts';
import { badTag, badValue } from '../errors.ts';
import type { Hash } from '../primitives/hash.ts';
import type { AccountAddress } from './account-address.ts';
import { type Anycast, loadAnycast, storeAnycast } from './anycast.ts';

/** No address: a message from or to nowhere in particular. */
export interface NoAddress {
  readonly type: 'none';
}

/** An address outside the chain. `bits` is left aligned, zero padded. */
interface ExternAddress {
  readonly type: 'extern';
  readonly bits: Uint8Array;
  /** 0 … 511. */
  readonly bitLength: number;
}

/** The usual address of an account. `hash` is as written: an anycast prefix is not applied (see `rewrittenAddress`). */
export interface StandardAddress {
  readonly type: 'std';
  /** −128 … 127. */
  readonly workchain: number;
  readonly hash: Hash;
  readonly anycast: Anycast | null;
}

/** An account address of another length, or in a workchain beyond 8 bits. `bits` is left aligned, zero padded. */
interface VariableAddress {
  readonly type: 'var';
  readonly workchain: number;
  readonly bits: Uint8Array;
  /** 0 … 511. */
  readonly bitLength: number;
  readonly anycast: Anycast | null;
}

export type ExternalAddress = NoAddress | ExternAddress;
export type InternalAddress = StandardAddress | VariableAddress;
export type MessageAddress = ExternalAddress | InternalAddress;

/** The one value of `addr_none`. */
export const noAddress: NoAddress = Object.freeze({ type: 'none' });

const tagNone = 0b00;
const tagExtern = 0b01;
const tagStandard = 0b10;
const tagVariable = 0b11;
const addressLengthBits = 9;
const workchainBits = 8;
const hashBits = 256;
/** The tag, the bit of the anycast prefix, the workchain and the hash. */
const standardBits = 2 + 1 + workchainBits + hashBits;
const addressBitsMax = 511;

/**
 * Reads any of the four kinds:
 *
 * ```tlb
 * addr_none$00 = MsgAddressExt;
 * addr_extern$01 len:(## 9) external_address:(bits len) = MsgAddressExt;
 * addr_std$10 anycast:(Maybe Anycast) workchain_id:int8 address:bits256 = MsgAddressInt;
 * addr_var$11 anycast:(Maybe Anycast) addr_len:(## 9) workchain_id:int32
 *   address:(bits addr_len) = MsgAddressInt;
 * _ _:MsgAddressInt = MsgAddress;
 * _ _:MsgAddressExt = MsgAddress;
 * ```
 */
export function loadMessageAddress(slice: CellSlice): MessageAddress {
  const tag = slice.loadUint(2);
  if (tag === tagStandard) return loadStandard(slice);
  if (tag === tagNone) return noAddress;
  return tag === tagExtern ? loadExtern(slice) : loadVariable(slice);
}

/** Reads `MsgAddressInt`. Throws `ChainModelError` `bad_tag` for the other kinds. */
export function loadInternalAddress(slice: CellSlice): InternalAddress {
  const tag = slice.loadUint(2);
  if (tag === tagStandard) return loadStandard(slice);
  if (tag !== tagVariable) throw badTag('MsgAddressInt', tag);
  return loadVariable(slice);
}

/** Reads `MsgAddressExt`. Throws `ChainModelError` `bad_tag` for the other kinds. */
export function loadExternalAddress(slice: CellSlice): ExternalAddress {
  const tag = slice.loadUint(2);
  if (tag === tagNone) return noAddress;
  if (tag !== tagExtern) throw badTag('MsgAddressExt', tag);
  return loadExtern(slice);
}

/** Skips what `loadMessageAddress` reads. */
export function skipMessageAddress(slice: CellSlice): void {
  const tag = slice.preloadUint(2);
  if (tag === tagStandard || tag === tagVariable) skipInternalAddress(slice);
  else skipExternalAddress(slice);
}

/** Skips what `loadInternalAddress` reads, and refuses what it refuses. */
export function skipInternalAddress(slice: CellSlice): void {
  const tag = slice.loadUint(2);
  if (tag !== tagStandard && tag !== tagVariable) throw badTag('MsgAddressInt', tag);
  if (slice.loadBit()) loadAnycast(slice);
  slice.skipBits(tag === tagStandard ? workchainBits + hashBits : slice.loadUint(addressLengthBits) + 32);
}

/** Skips what `loadExternalAddress` reads, and refuses what it refuses. */
export function skipExternalAddress(slice: CellSlice): void {
  const tag = slice.loadUint(2);
  if (tag !== tagNone && tag !== tagExtern) throw badTag('MsgAddressExt', tag);
  if (tag === tagExtern) slice.skipBits(slice.loadUint(addressLengthBits));
}

/** Whether the next bits are the address of an account, without an anycast prefix. May move the cursor. */
export function isNextAddressOf(slice: CellSlice, { workchain, hash }: AccountAddress): boolean {
  return (
    slice.remainingBits >= standardBits &&
    slice.loadUint(3) === tagStandard << 1 &&
    slice.loadInt(workchainBits) === workchain &&
    slice.startsWith(hash)
  );
}

/** Writes any of the four kinds. */
export function storeMessageAddress(builder: CellBuilder, address: MessageAddress): void {
  switch (address.type) {
    case 'none':
      builder.storeUint(tagNone, 2);
      return;
    case 'extern':
      checkBitLength(address.bitLength);
      builder.storeUint(tagExtern, 2).storeUint(address.bitLength, addressLengthBits);
      builder.storeBits(address.bits, address.bitLength);
      return;
    case 'std':
      if (address.hash.length !== 32) throw badValue('MsgAddressInt', 'address', address.hash.length);
      builder.storeUint(tagStandard, 2);
      storeMaybeAnycast(builder, address.anycast);
      builder.storeInt(address.workchain, 8).storeBytes(address.hash);
      return;
    case 'var':
      checkBitLength(address.bitLength);
      builder.storeUint(tagVariable, 2);
      storeMaybeAnycast(builder, address.anycast);
      builder.storeUint(address.bitLength, addressLengthBits).storeInt(address.workchain, 32);
      builder.storeBits(address.bits, address.bitLength);
  }
}

/** Writes `MsgAddressInt`. */
export function storeInternalAddress(builder: CellBuilder, address: InternalAddress): void {
  storeMessageAddress(builder, address);
}

/** Writes `MsgAddressExt`. */
export function storeExternalAddress(builder: CellBuilder, address: ExternalAddress): void {
  storeMessageAddress(builder, address);
}

/** The same address with its anycast prefix applied: where the account really lives. */
export function rewrittenAddress(address: InternalAddress): InternalAddress {
  const { anycast } = address;
  if (anycast === null) return address;
  const bits = (address.type === 'std' ? address.hash : address.bits).slice();
  const bitLength = address.type === 'std' ? 256 : address.bitLength;
  if (anycast.depth > bitLength) throw badValue('Anycast', 'depth', anycast.depth);
  const low = Math.min(24, anycast.depth);
  const high = anycast.depth - low;
  writeBits(bits, 0, Math.floor(anycast.prefix / 2 ** low), high);
  writeBits(bits, high, anycast.prefix % 2 ** low, low);
  return address.type === 'std' ? { ...address, hash: bits, anycast: null } : { ...address, bits, anycast: null };
}

function loadStandard(slice: CellSlice): StandardAddress {
  const anycast = slice.loadBit() ? loadAnycast(slice) : null;
  return { type: 'std', workchain: slice.loadInt(8), hash: slice.loadBytes(32), anycast };
}

function loadVariable(slice: CellSlice): VariableAddress {
  const anycast = slice.loadBit() ? loadAnycast(slice) : null;
  const bitLength = slice.loadUint(addressLengthBits);
  return { type: 'var', workchain: slice.loadInt(32), bits: slice.loadBits(bitLength), bitLength, anycast };
}

function loadExtern(slice: CellSlice): ExternAddress {
  const bitLength = slice.loadUint(addressLengthBits);
  return { type: 'extern', bits: slice.loadBits(bitLength), bitLength };
}

function storeMaybeAnycast(builder: CellBuilder, anycast: Anycast | null): void {
  builder.storeBit(anycast !== null);
  if (anycast !== null) storeAnycast(builder, anycast);
}

function checkBitLength(bitLength: number): void {
  if (bitLength < 0 || bitLength > addressBitsMax) throw badValue('MsgAddress', 'len', bitLength);
}
