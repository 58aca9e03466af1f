import { type Cell, CellBuilder } from '@tonriver/boc';
import type { AccountAddress, StateInit } from '@tonriver/chain-model';
import { contractState } from '../contract-state.ts';
import { operation, storeAddress } from '../message-parts.ts';
import { relayCode } from './generated/relay-code.ts';

/** The first state of a relay, `number:uint8`: another number gives another address. */
export function relayState(number: number): StateInit<Cell> {
  return contractState(relayCode, new CellBuilder().storeUint(number, 8).endCell());
}

/**
 * `#70617373 query_id:uint64 hops:uint16 next:MsgAddressInt response:MsgAddressInt`: the relay sends it to `next`, which
 * sends it back, `hops` times in all. `response` gets what is left of the value, with `excesses`.
 */
export function relayBody(message: {
  readonly queryId: bigint;
  readonly hops: number;
  readonly next: AccountAddress;
  readonly response: AccountAddress;
}): Cell {
  const builder = operation(0x70617373, message.queryId).storeUint(message.hops, 16);
  return storeAddress(storeAddress(builder, message.next), message.response).endCell();
}
