import { type Cell, CellBuilder } from '@tonriver/boc';
import { type AccountAddress, buildHashmap, keyFromUint, storeHashmapE } from '@tonriver/chain-model';
import { operation, snakeText, storeAddress, storeAddressOrNone, storeMaybe, storePayload } from '../message-parts.ts';

/** What an item gets from its collection. */
export interface NftItemMint {
  /** The collection's next index. */
  readonly index: bigint;
  /** Nanotons for the new item, 25,000,000 or more; it keeps 20,000,000. */
  readonly value: bigint;
  readonly owner: AccountAddress;
  /** What stands behind the collection's prefix in the address of the metadata. */
  readonly content: string;
}

const batchDictionary = {
  keyBits: 64,
  storeValue: (builder: CellBuilder, item: NftItemMint): void => {
    builder.storeCoins(item.value).storeRef(nftItemInit(item));
  },
};

/** `owner:MsgAddressInt content:^Cell`. */
function nftItemInit(item: NftItemMint): Cell {
  const content = snakeText(new CellBuilder(), item.content);
  return storeAddress(new CellBuilder(), item.owner).storeRef(content).endCell();
}

/** `#00000001 query_id:uint64 index:uint64 value:Coins init:^Cell`, sent by the owner to the collection. */
export function nftMintBody(queryId: bigint, item: NftItemMint): Cell {
  return operation(1, queryId).storeUint(item.index, 64).storeCoins(item.value).storeRef(nftItemInit(item)).endCell();
}

/**
 * `#00000002 query_id:uint64 items:(HashmapE 64 [ value:Coins init:^Cell ])`, sent by the owner to the collection: up
 * to 200 items whose indexes follow each other.
 */
export function nftBatchMintBody(queryId: bigint, items: readonly NftItemMint[]): Cell {
  const entries = items.map((item) => ({ key: keyFromUint(item.index, 64), value: item }));
  const builder = operation(2, queryId);
  storeHashmapE(builder, buildHashmap(entries, batchDictionary));
  return builder.endCell();
}

/** `#00000003 query_id:uint64 new_owner:MsgAddressInt`, sent by the owner to the collection. */
export function changeNftCollectionOwnerBody(queryId: bigint, newOwner: AccountAddress): Cell {
  return storeAddress(operation(3, queryId), newOwner).endCell();
}

/** A transfer of an item, sent by its owner to the item. */
export interface NftTransfer {
  readonly queryId: bigint;
  readonly newOwner: AccountAddress;
  readonly response: AccountAddress | null;
  /** Nanotons that go to the new owner with a notification; 0 sends none. */
  readonly forwardAmount: bigint;
  readonly forwardPayload: Cell | null;
}

/** `transfer#5fcc3d14` of TEP-62; the payload always as a reference. */
export function nftTransferBody(transfer: NftTransfer): Cell {
  const builder = storeAddress(operation(0x5fcc3d14, transfer.queryId), transfer.newOwner);
  storeMaybe(storeAddressOrNone(builder, transfer.response), null).storeCoins(transfer.forwardAmount);
  return storePayload(builder, transfer.forwardPayload).endCell();
}

/** `get_static_data#2fcb26a2` of TEP-62: the item answers `report_static_data`. */
export function getStaticDataBody(queryId: bigint): Cell {
  return operation(0x2fcb26a2, queryId).endCell();
}

/** `get_royalty_params#693d3950` of TEP-66: the collection answers `report_royalty_params`. */
export function getRoyaltyParamsBody(queryId: bigint): Cell {
  return operation(0x693d3950, queryId).endCell();
}

/**
 * The forward payload (`#73656c6c full_price:Coins royalty_address:MsgAddressInt royalty:Coins`) of a transfer to a
 * marketplace, with a forward amount of 150,000,000 nanotons or more. A payload that is no such order returns the item.
 */
export function sellOrder(order: {
  readonly fullPrice: bigint;
  readonly royaltyAddress: AccountAddress;
  readonly royaltyAmount: bigint;
}): Cell {
  const builder = new CellBuilder().storeUint(0x73656c6c, 32).storeCoins(order.fullPrice);
  return storeAddress(builder, order.royaltyAddress).storeCoins(order.royaltyAmount).endCell();
}

/** `#00000003 query_id:uint64`, sent by the seller to the sale with 50,000,000 nanotons or more. */
export function cancelSaleBody(queryId: bigint): Cell {
  return operation(3, queryId).endCell();
}

/** `sale_update_message#6c6c2080`, sent by the seller to the sale. Amounts are nanotons. */
export function updateSaleBody(
  queryId: bigint,
  prices: { readonly fullPrice: bigint; readonly marketplaceFee: bigint; readonly royaltyAmount: bigint },
): Cell {
  return operation(0x6c6c2080, queryId)
    .storeCoins(prices.fullPrice)
    .storeCoins(prices.marketplaceFee)
    .storeCoins(prices.royaltyAmount)
    .endCell();
}
