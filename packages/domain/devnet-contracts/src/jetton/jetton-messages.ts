import type { Cell } from '@tonriver/boc';
import type { AccountAddress } from '@tonriver/chain-model';
import { operation, storeAddress, storeAddressOrNone, storeMaybe, storePayload } from '../message-parts.ts';

/** A transfer of jettons, sent by the owner to its wallet. Amounts are in the jetton's smallest unit. */
export interface JettonTransfer {
  readonly queryId: bigint;
  readonly amount: bigint;
  readonly destination: AccountAddress;
  /** Gets what is left of the message's value; null leaves it in the receiving wallet. */
  readonly response: AccountAddress | null;
  /** Nanotons that go on to the new owner with a notification; 0 sends none. */
  readonly forwardAmount: bigint;
  readonly forwardPayload: Cell | null;
}

/** `transfer#0f8a7ea5` of TEP-74; the payload always as a reference. */
export function jettonTransferBody(transfer: JettonTransfer): Cell {
  const builder = operation(0x0f8a7ea5, transfer.queryId).storeCoins(transfer.amount);
  storeAddressOrNone(storeAddress(builder, transfer.destination), transfer.response);
  storeMaybe(builder, null).storeCoins(transfer.forwardAmount);
  return storePayload(builder, transfer.forwardPayload).endCell();
}

/**
 * `minter_jetton_mint#00000015 query_id:uint64 to_address:MsgAddress ton_amount:Coins master_msg:^Cell`, sent by the
 * admin to the minter. `tonAmount` nanotons go to the new wallet: they cover what it
 * keeps (0.01 TON), its work and what it forwards.
 */
export function jettonMintBody(
  mint: Omit<JettonTransfer, 'destination'> & { readonly to: AccountAddress; readonly tonAmount: bigint },
): Cell {
  const transfer = operation(0x178d4519, mint.queryId).storeCoins(mint.amount);
  storeAddressOrNone(storeAddressOrNone(transfer, null), mint.response).storeCoins(mint.forwardAmount);
  storePayload(transfer, mint.forwardPayload);
  return storeAddress(operation(0x00000015, mint.queryId), mint.to)
    .storeCoins(mint.tonAmount)
    .storeRef(transfer.endCell())
    .endCell();
}

/** `burn#595f07bc` of TEP-74, sent by the owner to its wallet. `response` gets the excesses. */
export function jettonBurnBody(burn: {
  readonly queryId: bigint;
  readonly amount: bigint;
  readonly response: AccountAddress | null;
  readonly customPayload?: Cell;
}): Cell {
  const builder = operation(0x595f07bc, burn.queryId).storeCoins(burn.amount);
  return storeMaybe(storeAddressOrNone(builder, burn.response), burn.customPayload ?? null).endCell();
}

/** `provide_wallet_address#2c76b973` of TEP-89, sent by anybody to the minter, which answers `take_wallet_address`. */
export function provideWalletAddressBody(queryId: bigint, owner: AccountAddress, includeOwner: boolean): Cell {
  return storeAddress(operation(0x2c76b973, queryId), owner).storeBit(includeOwner).endCell();
}

/** `jetton_change_admin#6501f354`, sent by the admin to the minter. */
export function changeJettonAdminBody(queryId: bigint, newAdmin: AccountAddress): Cell {
  return storeAddress(operation(0x6501f354, queryId), newAdmin).endCell();
}

/** `jetton_change_metadata#cb862902`, sent by the admin to the minter. */
export function changeJettonMetadataBody(queryId: bigint, content: Cell): Cell {
  return operation(0xcb862902, queryId).storeRef(content).endCell();
}
