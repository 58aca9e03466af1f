import { type Cell, CellBuilder } from '@tonriver/boc';
import type { AccountAddress, StateInit } from '@tonriver/chain-model';
import { codeCell } from '../compiled-code.ts';
import { contractState } from '../contract-state.ts';
import { storeAddress } from '../message-parts.ts';
import { jettonMinterCode } from './generated/jetton-minter-code.ts';
import { jettonWalletCode } from './generated/jetton-wallet-code.ts';

/**
 * The first state of a minter. `content` is metadata by TEP-64.
 *
 * ```tlb
 * _ supply:Coins admin:MsgAddressInt content:^Cell wallet_code:^Cell = JettonMinterData;
 * ```
 */
export function jettonMinterState(options: {
  readonly admin: AccountAddress;
  readonly content: Cell;
}): StateInit<Cell> {
  const data = storeAddress(new CellBuilder().storeCoins(0n), options.admin);
  return contractState(jettonMinterCode, data.storeRef(options.content).storeRef(codeCell(jettonWalletCode)).endCell());
}

/**
 * The first state of an owner's wallet, as the minter deploys it; a genesis may give it a balance. Its address is that
 * of the state with balance 0.
 *
 * ```tlb
 * _ balance:Coins owner:MsgAddressInt minter:MsgAddressInt wallet_code:^Cell = JettonWalletData;
 * ```
 */
export function jettonWalletState(options: {
  readonly owner: AccountAddress;
  readonly minter: AccountAddress;
  readonly balance?: bigint;
}): StateInit<Cell> {
  const data = storeAddress(new CellBuilder().storeCoins(options.balance ?? 0n), options.owner);
  return contractState(
    jettonWalletCode,
    storeAddress(data, options.minter).storeRef(codeCell(jettonWalletCode)).endCell(),
  );
}
