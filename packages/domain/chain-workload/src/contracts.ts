import { type Cell, CellBuilder } from '@tonriver/boc';
import { standardAddress, storeInternalAddress } from '@tonriver/chain-model';
import { createRandom } from '@tonriver/chain-builder';
import type { Actor, ActorKind } from './actor.ts';

/** Returns a code cell: shaped like code, equal for all contracts of a kind, never executed. */
export function createCode(kind: ActorKind, globalSeed: string): Cell {
  const random = createRandom(`${globalSeed}/code/${kind}`);
  const method = (): Cell => new CellBuilder().storeBytes(random.bytes(random.between(20, 110))).endCell();
  const builder = new CellBuilder().storeUint(0xff00, 16).storeBytes(random.bytes(random.between(10, 40)));
  for (let index = random.between(1, 3); index > 0; index--) builder.storeRef(method());
  return builder.endCell();
}

/** `seqno:uint32 wallet_id:uint32 public_key:bits256 plugins:(HashmapE …)`, the data of a wallet of version 4. */
export function walletData(seqno: number, publicKey: Uint8Array): Cell {
  return new CellBuilder().storeUint(seqno, 32).storeUint(698_983_191, 32).storeBytes(publicKey).storeBit(0).endCell();
}

/** `balance:Coins owner:MsgAddressInt master:MsgAddressInt code:^Cell`, the data of a TEP-74 wallet. */
export function jettonWalletData(balance: bigint, owner: Actor, master: Actor, code: Cell): Cell {
  const builder = new CellBuilder().storeCoins(balance);
  storeInternalAddress(builder, owner.standardAddress);
  storeInternalAddress(builder, master.standardAddress);
  return builder.storeRef(code).endCell();
}

/** `supply:Coins admin:MsgAddressInt content:^Cell wallet_code:^Cell`. */
export function jettonMinterData(supply: bigint, admin: Actor, content: Cell, walletCode: Cell): Cell {
  const builder = new CellBuilder().storeCoins(supply);
  storeInternalAddress(builder, admin.standardAddress);
  return builder.storeRef(content).storeRef(walletCode).endCell();
}

/** `index:uint64 collection:MsgAddressInt owner:MsgAddressInt content:^Cell`, the data of a TEP-62 item. */
export function nftItemData(index: number, owner: Actor, content: Cell): Cell {
  const builder = new CellBuilder().storeUint(index, 64);
  storeInternalAddress(builder, standardAddress({ workchain: 0, hash: content.hash() }));
  storeInternalAddress(builder, owner.standardAddress);
  return builder.storeRef(content).endCell();
}

/** A counter and a label. */
export function counterData(count: number, label: Uint8Array): Cell {
  return new CellBuilder().storeUint(count, 32).storeBytes(label).endCell();
}

/** Off-chain content: tag 1 and a URL. */
export function offChainContent(text: string): Cell {
  return new CellBuilder().storeUint(1, 8).storeBytes(Buffer.from(text)).endCell();
}
