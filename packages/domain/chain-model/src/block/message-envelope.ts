import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag, badValue } from '../errors.ts';
import { type IntermediateAddress, loadIntermediateAddress, storeIntermediateAddress } from './intermediate-address.ts';
import { loadMessageMetadata, type MessageMetadata, storeMessageMetadata } from './message-metadata.ts';

/** A message on its way between shards. `message` is a cell number of the bag when read, a cell when written. */
export interface MessageEnvelope<C = number> {
  readonly version: 1 | 2;
  readonly currentAddress: IntermediateAddress;
  readonly nextAddress: IntermediateAddress;
  /** Nanograms. */
  readonly fwdFeeRemaining: bigint;
  readonly message: C;
  /** Since global version 8, for a message that was deferred: the lt at which it left the dispatch queue. */
  readonly emittedLt: bigint | null;
  readonly metadata: MessageMetadata | null;
}

const tagV1 = 4;
const tagV2 = 5;

/**
 * Reads:
 *
 * ```tlb
 * msg_envelope#4 cur_addr:IntermediateAddress
 *   next_addr:IntermediateAddress fwd_fee_remaining:Grams
 *   msg:^(Message Any) = MsgEnvelope;
 * msg_envelope_v2#5 cur_addr:IntermediateAddress
 *   next_addr:IntermediateAddress fwd_fee_remaining:Grams
 *   msg:^(Message Any)
 *   emitted_lt:(Maybe uint64)
 *   metadata:(Maybe MsgMetadata) = MsgEnvelope;
 * ```
 */
export function loadMessageEnvelope(slice: CellSlice): MessageEnvelope {
  const tag = slice.loadUint(4);
  if (tag !== tagV1 && tag !== tagV2) throw badTag('MsgEnvelope', tag);
  const isSecond = tag === tagV2;
  return {
    version: isSecond ? 2 : 1,
    currentAddress: loadIntermediateAddress(slice),
    nextAddress: loadIntermediateAddress(slice),
    fwdFeeRemaining: slice.loadCoins(),
    message: slice.loadRef(),
    emittedLt: isSecond && slice.loadBit() ? slice.loadUint64() : null,
    metadata: isSecond && slice.loadBit() ? loadMessageMetadata(slice) : null,
  };
}

/** Writes what `loadMessageEnvelope` reads. */
export function storeMessageEnvelope(builder: CellBuilder, value: MessageEnvelope<Cell>): void {
  builder.storeUint(value.version === 1 ? tagV1 : tagV2, 4);
  storeIntermediateAddress(builder, value.currentAddress);
  storeIntermediateAddress(builder, value.nextAddress);
  builder.storeCoins(value.fwdFeeRemaining).storeRef(value.message);
  if (value.version === 1) {
    if (value.emittedLt !== null) throw badValue('MsgEnvelope', 'emitted_lt', value.emittedLt);
    if (value.metadata !== null) throw badValue('MsgEnvelope', 'metadata');
    return;
  }
  builder.storeBit(value.emittedLt !== null);
  if (value.emittedLt !== null) builder.storeUint(value.emittedLt, 64);
  builder.storeBit(value.metadata !== null);
  if (value.metadata !== null) storeMessageMetadata(builder, value.metadata);
}

/** The same envelope with its message as a cell of its own. */
export function resolveMessageEnvelope(bag: Bag, envelope: MessageEnvelope): MessageEnvelope<Cell> {
  return { ...envelope, message: bag.toCell(envelope.message) };
}
