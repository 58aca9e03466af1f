import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import {
  type ExternalAddress,
  loadExternalAddress,
  loadMessageAddress,
  loadInternalAddress,
  type MessageAddress,
  storeExternalAddress,
  storeInternalAddress,
  storeMessageAddress,
  type InternalAddress,
} from '../address/message-address.ts';
import { badTag } from '../errors.ts';
import {
  type CurrencyCollection,
  loadCurrencyCollection,
  storeCurrencyCollection,
} from '../primitives/currency-collection.ts';
import { closeReference } from '../primitives/reference.ts';
import { type MessageContent, storeMessageContent } from './message-content.ts';
import { loadStateInit, resolveStateInit, type StateInit } from './state-init.ts';

/** An internal message as a contract writes it: the node fills in the source, the fees and the time. */
interface InternalMessageInfoRelaxed {
  readonly type: 'internal';
  readonly ihrDisabled: boolean;
  readonly bounce: boolean;
  readonly bounced: boolean;
  readonly source: MessageAddress;
  readonly destination: InternalAddress;
  readonly value: CurrencyCollection;
  /** The raw field: a fee in nanograms, since global version 12 `extra_flags`. */
  readonly ihrFee: bigint;
  readonly forwardFee: bigint;
  readonly createdLt: bigint;
  readonly createdAt: number;
}

/** A log as a contract writes it. */
interface ExternalOutMessageInfoRelaxed {
  readonly type: 'external_out';
  readonly source: MessageAddress;
  readonly destination: ExternalAddress;
  readonly createdLt: bigint;
  readonly createdAt: number;
}

export type MessageInfoRelaxed = InternalMessageInfoRelaxed | ExternalOutMessageInfoRelaxed;

/** A message in an action list or in a wallet's order. `body` is as in a message. */
export interface MessageRelaxed<C = number> extends MessageContent<C> {
  readonly info: MessageInfoRelaxed;
  /** Bit offset of the body in `body`: 0 unless it was read inline. */
  readonly bodyBitOffset: number;
  readonly bodyRefOffset: number;
}

const flagsLengthBits = 4;

/**
 * Reads the message in `cell`:
 *
 * ```tlb
 * int_msg_info$0 ihr_disabled:Bool bounce:Bool bounced:Bool
 *   src:MsgAddress dest:MsgAddressInt
 *   value:CurrencyCollection extra_flags:(VarUInteger 16) fwd_fee:Grams
 *   created_lt:uint64 created_at:uint32 = CommonMsgInfoRelaxed;
 * ext_out_msg_info$11 src:MsgAddress dest:MsgAddressExt
 *   created_lt:uint64 created_at:uint32 = CommonMsgInfoRelaxed;
 * message$_ {X:Type} info:CommonMsgInfoRelaxed
 *   init:(Maybe (Either StateInit ^StateInit))
 *   body:(Either X ^X) = MessageRelaxed X;
 * ```
 */
export function loadMessageRelaxed(bag: Bag, cell: number): MessageRelaxed {
  const slice = bag.slice(cell);
  const info = loadMessageInfoRelaxed(slice);
  let init: StateInit | null = null;
  let isInitInCell = false;
  if (slice.loadBit()) {
    isInitInCell = slice.loadBit();
    const source = isInitInCell ? slice.loadRefSlice() : slice;
    init = loadStateInit(source);
    if (isInitInCell) closeReference(slice, source, 'StateInit');
  }
  const initLayout = isInitInCell ? 'reference' : 'inline';
  if (slice.loadBit()) {
    const body = slice.loadRef();
    closeReference(slice, slice, 'MessageRelaxed');
    return { info, init, initLayout, body, bodyLayout: 'reference', bodyBitOffset: 0, bodyRefOffset: 0 };
  }
  const { bitOffset, refOffset } = slice;
  return {
    info,
    init,
    initLayout,
    body: cell,
    bodyLayout: 'inline',
    bodyBitOffset: bitOffset,
    bodyRefOffset: refOffset,
  };
}

/** Writes what `loadMessageRelaxed` reads. */
export function storeMessageRelaxed(
  builder: CellBuilder,
  value: MessageContent<Cell> & { readonly info: MessageInfoRelaxed },
): void {
  storeMessageInfoRelaxed(builder, value.info);
  storeMessageContent(builder, value);
}

/** The same message with heap cells; an inline body becomes a cell of its own. */
export function resolveMessageRelaxed(bag: Bag, message: MessageRelaxed): MessageRelaxed<Cell> {
  const init = message.init === null ? null : resolveStateInit(bag, message.init);
  if (message.bodyLayout === 'reference') return { ...message, init, body: bag.toCell(message.body) };
  const slice = bag.slice(message.body);
  slice.skipBits(message.bodyBitOffset);
  slice.skipRefs(message.bodyRefOffset);
  return { ...message, init, body: slice.toCell(), bodyBitOffset: 0, bodyRefOffset: 0 };
}

function loadMessageInfoRelaxed(slice: CellSlice): MessageInfoRelaxed {
  if (slice.loadBit()) {
    if (!slice.loadBit()) throw badTag('CommonMsgInfoRelaxed', 0b10);
    return {
      type: 'external_out',
      source: loadMessageAddress(slice),
      destination: loadExternalAddress(slice),
      createdLt: slice.loadUint64(),
      createdAt: slice.loadUint(32),
    };
  }
  return {
    type: 'internal',
    ihrDisabled: slice.loadBit(),
    bounce: slice.loadBit(),
    bounced: slice.loadBit(),
    source: loadMessageAddress(slice),
    destination: loadInternalAddress(slice),
    value: loadCurrencyCollection(slice),
    ihrFee: slice.loadVarUint(flagsLengthBits),
    forwardFee: slice.loadCoins(),
    createdLt: slice.loadUint64(),
    createdAt: slice.loadUint(32),
  };
}

function storeMessageInfoRelaxed(builder: CellBuilder, info: MessageInfoRelaxed): void {
  if (info.type === 'internal') {
    builder.storeBit(0).storeBit(info.ihrDisabled).storeBit(info.bounce).storeBit(info.bounced);
    storeMessageAddress(builder, info.source);
    storeInternalAddress(builder, info.destination);
    storeCurrencyCollection(builder, info.value);
    builder.storeVarUint(info.ihrFee, flagsLengthBits).storeCoins(info.forwardFee);
  } else {
    builder.storeUint(0b11, 2);
    storeMessageAddress(builder, info.source);
    storeExternalAddress(builder, info.destination);
  }
  builder.storeUint(info.createdLt, 64).storeUint(info.createdAt, 32);
}
