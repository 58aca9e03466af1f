import type { CellBuilder, CellSlice } from '@tonriver/boc';
import {
  type ExternalAddress,
  type InternalAddress,
  loadExternalAddress,
  loadInternalAddress,
  storeExternalAddress,
  storeInternalAddress,
} from '../address/message-address.ts';
import {
  type CurrencyCollection,
  loadCurrencyCollection,
  storeCurrencyCollection,
} from '../primitives/currency-collection.ts';

/** From account to account. */
interface InternalMessageInfo {
  readonly type: 'internal';
  readonly ihrDisabled: boolean;
  readonly bounce: boolean;
  readonly bounced: boolean;
  readonly source: InternalAddress;
  readonly destination: InternalAddress;
  readonly value: CurrencyCollection;
  /** The raw field: a fee in nanograms, since global version 12 `extra_flags`. */
  readonly ihrFee: bigint;
  /** Nanograms. */
  readonly forwardFee: bigint;
  readonly importFee: null;
  readonly createdLt: bigint;
  /** Unix seconds. */
  readonly createdAt: number;
}

/** From outside the chain to an account. */
interface ExternalInMessageInfo {
  readonly type: 'external_in';
  readonly ihrDisabled: null;
  readonly bounce: null;
  readonly bounced: null;
  readonly source: ExternalAddress;
  readonly destination: InternalAddress;
  readonly value: null;
  readonly ihrFee: null;
  readonly forwardFee: null;
  /** Nanograms. */
  readonly importFee: bigint;
  readonly createdLt: null;
  readonly createdAt: null;
}

/** From an account to outside the chain: a log. */
interface ExternalOutMessageInfo {
  readonly type: 'external_out';
  readonly ihrDisabled: null;
  readonly bounce: null;
  readonly bounced: null;
  readonly source: InternalAddress;
  readonly destination: ExternalAddress;
  readonly value: null;
  readonly ihrFee: null;
  readonly forwardFee: null;
  readonly importFee: null;
  readonly createdLt: bigint;
  /** Unix seconds. */
  readonly createdAt: number;
}

/** All kinds have the same fields, null where they do not apply, so that readers stay monomorphic. */
export type MessageInfo = InternalMessageInfo | ExternalInMessageInfo | ExternalOutMessageInfo;

/** Bits of the length in `VarUInteger 16`. */
const flagsLengthBits = 4;

/**
 * Reads:
 *
 * ```tlb
 * int_msg_info$0 ihr_disabled:Bool bounce:Bool bounced:Bool
 *   src:MsgAddressInt dest:MsgAddressInt
 *   value:CurrencyCollection extra_flags:(VarUInteger 16) fwd_fee:Grams
 *   created_lt:uint64 created_at:uint32 = CommonMsgInfo;
 * ext_in_msg_info$10 src:MsgAddressExt dest:MsgAddressInt
 *   import_fee:Grams = CommonMsgInfo;
 * ext_out_msg_info$11 src:MsgAddressInt dest:MsgAddressExt
 *   created_lt:uint64 created_at:uint32 = CommonMsgInfo;
 * ```
 *
 * `extra_flags` was `ihr_fee:Grams` before global version 12: the same bits, one raw field here.
 */
export function loadMessageInfo(slice: CellSlice): MessageInfo {
  if (!slice.loadBit()) return loadInternal(slice);
  return slice.loadBit() ? loadExternalOut(slice) : loadExternalIn(slice);
}

/** Writes what `loadMessageInfo` reads. */
export function storeMessageInfo(builder: CellBuilder, info: MessageInfo): void {
  switch (info.type) {
    case 'internal':
      builder.storeBit(0).storeBit(info.ihrDisabled).storeBit(info.bounce).storeBit(info.bounced);
      storeInternalAddress(builder, info.source);
      storeInternalAddress(builder, info.destination);
      storeCurrencyCollection(builder, info.value);
      builder.storeVarUint(info.ihrFee, flagsLengthBits).storeCoins(info.forwardFee);
      builder.storeUint(info.createdLt, 64).storeUint(info.createdAt, 32);
      return;
    case 'external_in':
      builder.storeUint(0b10, 2);
      storeExternalAddress(builder, info.source);
      storeInternalAddress(builder, info.destination);
      builder.storeCoins(info.importFee);
      return;
    case 'external_out':
      builder.storeUint(0b11, 2);
      storeInternalAddress(builder, info.source);
      storeExternalAddress(builder, info.destination);
      builder.storeUint(info.createdLt, 64).storeUint(info.createdAt, 32);
  }
}

function loadInternal(slice: CellSlice): InternalMessageInfo {
  return {
    type: 'internal',
    ihrDisabled: slice.loadBit(),
    bounce: slice.loadBit(),
    bounced: slice.loadBit(),
    source: loadInternalAddress(slice),
    destination: loadInternalAddress(slice),
    value: loadCurrencyCollection(slice),
    ihrFee: slice.loadVarUint(flagsLengthBits),
    forwardFee: slice.loadCoins(),
    importFee: null,
    createdLt: slice.loadUint64(),
    createdAt: slice.loadUint(32),
  };
}

function loadExternalIn(slice: CellSlice): ExternalInMessageInfo {
  return {
    type: 'external_in',
    ihrDisabled: null,
    bounce: null,
    bounced: null,
    source: loadExternalAddress(slice),
    destination: loadInternalAddress(slice),
    value: null,
    ihrFee: null,
    forwardFee: null,
    importFee: slice.loadCoins(),
    createdLt: null,
    createdAt: null,
  };
}

function loadExternalOut(slice: CellSlice): ExternalOutMessageInfo {
  return {
    type: 'external_out',
    ihrDisabled: null,
    bounce: null,
    bounced: null,
    source: loadInternalAddress(slice),
    destination: loadExternalAddress(slice),
    value: null,
    ihrFee: null,
    forwardFee: null,
    importFee: null,
    createdLt: slice.loadUint64(),
    createdAt: slice.loadUint(32),
  };
}
