import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { type InternalAddress, loadInternalAddress, storeInternalAddress } from '../address/index.ts';
import { badTag } from '../errors.ts';

/** From which external message or tick-tock transaction a message stems, counted in hops. */
export interface MessageMetadata {
  readonly depth: number;
  readonly initiator: InternalAddress;
  readonly initiatorLt: bigint;
}

/**
 * Reads:
 *
 * ```tlb
 * msg_metadata#0 depth:uint32 initiator_addr:MsgAddressInt initiator_lt:uint64 = MsgMetadata;
 * ```
 */
export function loadMessageMetadata(slice: CellSlice): MessageMetadata {
  const tag = slice.loadUint(4);
  if (tag !== 0) throw badTag('MsgMetadata', tag);
  return { depth: slice.loadUint(32), initiator: loadInternalAddress(slice), initiatorLt: slice.loadUint64() };
}

/** Writes what `loadMessageMetadata` reads. */
export function storeMessageMetadata(builder: CellBuilder, value: MessageMetadata): void {
  builder.storeUint(0, 4).storeUint(value.depth, 32);
  storeInternalAddress(builder, value.initiator);
  builder.storeUint(value.initiatorLt, 64);
}
