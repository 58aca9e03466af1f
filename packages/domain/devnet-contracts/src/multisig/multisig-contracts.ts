import { type Cell, CellBuilder } from '@tonriver/boc';
import { type AccountAddress, buildHashmap, keyFromUint, storeHashmapE, type StateInit } from '@tonriver/chain-model';
import { codeCell } from '../compiled-code.ts';
import { contractState } from '../contract-state.ts';
import { storeAddress } from '../message-parts.ts';
import { multisigCode } from './generated/multisig-code.ts';
import { multisigOrderCode } from './generated/multisig-order-code.ts';

const accountsByIndex = {
  keyBits: 8,
  storeValue: (builder: CellBuilder, account: AccountAddress): void => void storeAddress(builder, account),
};

function accounts(list: readonly AccountAddress[]): Cell | null {
  const entries = list.map((value, index) => ({ key: keyFromUint(BigInt(index), 8), value }));
  return buildHashmap(entries, accountsByIndex);
}

/** Who a multisig wallet listens to. */
export interface MultisigOptions {
  /** How many signers must approve an order, at least 1. */
  readonly threshold: number;
  /** By their numbers: at least one, 256 at most. */
  readonly signers: readonly AccountAddress[];
  /** May make orders, but not approve them. */
  readonly proposers?: readonly AccountAddress[];
}

/**
 * The first state of a multisig wallet. Throws a RangeError without a signer.
 *
 * ```tlb
 * _ next_order_seqno:uint256 threshold:uint8 signers:^(Hashmap 8 MsgAddressInt) proposers:(HashmapE 8 MsgAddressInt)
 *   order_code:^Cell = MultisigData;
 * ```
 */
export function multisigState({ threshold, signers, proposers = [] }: MultisigOptions): StateInit<Cell> {
  const signersCell = accounts(signers);
  if (signersCell === null) throw new RangeError('A multisig wallet has at least one signer');
  const data = new CellBuilder().storeUint(0n, 256).storeUint(threshold, 8).storeRef(signersCell);
  storeHashmapE(data, accounts(proposers));
  return contractState(multisigCode, data.storeRef(codeCell(multisigOrderCode)).endCell());
}

/**
 * The first state of an order, which its wallet deploys: `multisig:MsgAddressInt order_seqno:uint256`. The rest comes
 * with the wallet's message: `threshold:uint8 is_sent:Bool signers:^(Hashmap 8 MsgAddressInt) approvals:uint256
 * approvals_num:uint8 expiration:uint48 order:^(Hashmap 8 ^MultisigAction)`.
 */
export function multisigOrderState(multisig: AccountAddress, orderSeqno: bigint): StateInit<Cell> {
  const data = storeAddress(new CellBuilder(), multisig).storeUint(orderSeqno, 256);
  return contractState(multisigOrderCode, data.endCell());
}
