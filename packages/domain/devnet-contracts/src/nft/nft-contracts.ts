import { type Cell, CellBuilder } from '@tonriver/boc';
import type { AccountAddress, StateInit } from '@tonriver/chain-model';
import { codeCell } from '../compiled-code.ts';
import { contractState } from '../contract-state.ts';
import { storeAddress, storeAddressOrNone } from '../message-parts.ts';
import { marketplaceCode } from './generated/marketplace-code.ts';
import { nftCollectionCode } from './generated/nft-collection-code.ts';
import { nftItemCode } from './generated/nft-item-code.ts';
import { nftSaleCode } from './generated/nft-sale-code.ts';

/** `numerator / denominator` of a price, both 16 bits; TEP-66. */
interface NftRoyalty {
  readonly numerator: number;
  readonly denominator: number;
  readonly destination: AccountAddress;
}

/** What a collection is made of. */
export interface NftCollectionOptions {
  readonly owner: AccountAddress;
  /** Metadata of the collection, TEP-64. */
  readonly content: Cell;
  /** What the addresses of all items' metadata begin with, such as `https://example.com/items/`. */
  readonly itemPrefix: string;
  readonly royalty: NftRoyalty;
}

/**
 * The first state of a collection.
 *
 * ```tlb
 * _ owner:MsgAddressInt next_index:uint64 content:^[ collection:^Cell prefix:^Cell ] item_code:^Cell
 *   royalty:^[ numerator:uint16 denominator:uint16 destination:MsgAddressInt ] = NftCollectionData;
 * ```
 */
export function nftCollectionState(options: NftCollectionOptions): StateInit<Cell> {
  return contractState(nftCollectionCode, collectionData(options, codeCell(nftItemCode)));
}

function collectionData(options: NftCollectionOptions, itemCode: Cell): Cell {
  const { owner, content, itemPrefix, royalty } = options;
  const prefix = new CellBuilder().storeBytes(Buffer.from(itemPrefix, 'utf8')).endCell();
  const royaltyCell = new CellBuilder().storeUint(royalty.numerator, 16).storeUint(royalty.denominator, 16);
  return storeAddress(new CellBuilder(), owner)
    .storeUint(0, 64)
    .storeRef(new CellBuilder().storeRef(content).storeRef(prefix).endCell())
    .storeRef(itemCode)
    .storeRef(storeAddress(royaltyCell, royalty.destination).endCell())
    .endCell();
}

/**
 * The first state of an item, which its collection deploys: `index:uint64 collection:MsgAddressInt`. Owner and content
 * come with the collection's message.
 */
export function nftItemState(index: bigint, collection: AccountAddress): StateInit<Cell> {
  return contractState(nftItemCode, storeAddress(new CellBuilder().storeUint(index, 64), collection).endCell());
}

/** A sale at a fixed price. All amounts are nanotons. */
export interface NftSale {
  /** Unix time, seconds. */
  readonly createdAt: number;
  readonly marketplace: AccountAddress;
  readonly item: AccountAddress;
  /** Null: whoever sends the item. */
  readonly owner: AccountAddress | null;
  readonly fullPrice: bigint;
  readonly marketplaceFeeAddress: AccountAddress;
  readonly marketplaceFee: bigint;
  readonly royaltyAddress: AccountAddress;
  readonly royaltyAmount: bigint;
}

/**
 * The first state of a sale; then the item must be transferred to it. Shares are in 1/100000 of the price.
 *
 * ```tlb
 * _ is_complete:Bool marketplace:MsgAddressInt owner:MsgAddress full_price:Coins sold_at:uint32 query_id:uint64
 *   ^[ fee_address:MsgAddressInt royalty_address:MsgAddressInt fee_share:uint17 royalty_share:uint17 ]
 *   ^[ created_at:uint32 nft:MsgAddressInt fee:Coins royalty:Coins holds_item:Bool ] = NftSaleData;
 * ```
 */
export function nftSaleState(sale: NftSale): StateInit<Cell> {
  const { fullPrice, marketplaceFee, royaltyAmount } = sale;
  const shareOf = (amount: bigint): number => (fullPrice === 0n ? 0 : Number((amount * FEE_BASE) / fullPrice));
  const addresses = storeAddress(storeAddress(new CellBuilder(), sale.marketplaceFeeAddress), sale.royaltyAddress);
  const fees = addresses.storeUint(shareOf(marketplaceFee), 17).storeUint(shareOf(royaltyAmount), 17);
  const terms = storeAddress(new CellBuilder().storeUint(sale.createdAt, 32), sale.item)
    .storeCoins(marketplaceFee)
    .storeCoins(royaltyAmount)
    .storeBit(0);
  const data = storeAddressOrNone(storeAddress(new CellBuilder().storeBit(0), sale.marketplace), sale.owner)
    .storeCoins(fullPrice)
    .storeUint(0, 32)
    .storeUint(0n, 64);
  return contractState(nftSaleCode, data.storeRef(fees.endCell()).storeRef(terms.endCell()).endCell());
}

const FEE_BASE = 100_000n;

/** The first state of a marketplace, which takes `feePerMille` / 1000 of every price. */
export function marketplaceState(options: {
  readonly feeAddress: AccountAddress;
  readonly feePerMille: number;
}): StateInit<Cell> {
  const data = storeAddress(new CellBuilder(), options.feeAddress).storeUint(options.feePerMille, 16);
  return contractState(marketplaceCode, data.storeRef(codeCell(nftSaleCode)).endCell());
}
