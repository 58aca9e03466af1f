import { type Cell, CellBuilder } from '@tonriver/boc';
import type { AccountAddress, StateInit } from '@tonriver/chain-model';
import { tickTockState } from '../contract-state.ts';
import { operation } from '../message-parts.ts';
import { configCode } from './generated/config-code.ts';

/** Where the config contract of the devnet is: parameter 0 of its configuration. */
export const configAddress: AccountAddress = { workchain: -1, hash: new Uint8Array(32).fill(0x55) };

const changeParameterTag = 0x43665021;
const carryOrderTag = 0x6366676f;

/** An order to change one parameter of the configuration. */
export interface ConfigOrder {
  /** The contract's `seqno`. */
  readonly seqno: number;
  /** Unix time, seconds: the order is refused from then on. */
  readonly validUntil: number;
  /** Number of the parameter, not 0. */
  readonly index: number;
  /** Not checked by the contract: who signs makes sure that it is what the parameter's TL-B says. */
  readonly value: Cell;
}

/**
 * The first state of the config contract.
 *
 * ```tlb
 * _ config:^(Hashmap 32 ^Cell) seqno:uint32 public_key:uint256 votes:(HashmapE 256 Cell) = ConfigData;
 * ```
 */
export function configState(options: { readonly dictionary: Cell; readonly publicKey: Uint8Array }): StateInit<Cell> {
  const data = new CellBuilder().storeRef(options.dictionary).storeUint(0, 32).storeBytes(options.publicKey);
  return tickTockState(configCode, data.storeBit(0).endCell());
}

/** What the owner's key signs: the hash of this cell, `change_parameter#43665021`. */
export function configOrderToSign(order: ConfigOrder): Cell {
  return new CellBuilder()
    .storeUint(changeParameterTag, 32)
    .storeUint(order.seqno, 32)
    .storeUint(order.validUntil, 32)
    .storeInt(order.index, 32)
    .storeRef(order.value)
    .endCell();
}

/** The body of an external message: the signature (64 bytes), then the order. */
export function signedConfigOrder(signature: Uint8Array, order: ConfigOrder): Cell {
  return new CellBuilder().storeBytes(signature).storeCell(configOrderToSign(order)).endCell();
}

/** The body of an internal message with a signed order, `carry_order#6366676f query_id:uint64 order:^SignedOrder`. */
export function carriedConfigOrder(queryId: bigint, signedOrder: Cell): Cell {
  return operation(carryOrderTag, queryId).storeRef(signedOrder).endCell();
}
