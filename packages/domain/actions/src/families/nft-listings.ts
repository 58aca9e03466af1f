import { Bag, type CellSlice } from '@tonriver/boc';
import { ActionsError } from '../actions-error.ts';
import { coins, type Layout, opcode, queryId, read } from '../bodies/layout.ts';
import type { Block } from '../engine/block.ts';
import type { Context } from '../engine/context.ts';
import type { Built, Matcher } from '../engine/matcher.ts';
import { blockOf, blockWhere, call, labeledBlock } from '../engine/pattern.ts';
import type { RowValue } from '../engine/row.ts';
import { auctionReaderOf, saleReaderOf } from './listing-data.ts';
import { nftTransferData } from './nft-transfers.ts';

/** The owner gives the item to a contract that deploys a sale or an auction and passes the item on to it. */
const putUpForSale: Matcher = {
  name: 'put on sale or auction',
  pattern: blockOf('nft_transfer', {
    children: [
      blockWhere(['ton_transfer', 'call_contract'], (block) => block.deployedAccounts.size > 0, {
        label: 'deployment',
      }),
      labeledBlock('handover', 'nft_transfer'),
    ],
  }),
  build(anchor, match, context) {
    const deployment = match.find('deployment')!;
    const { item, newOwner } = nftTransferData(match.find('handover')!);
    const listing = deployment.destination;
    if (item !== nftTransferData(anchor).item || newOwner !== listing) return null;
    return saleContent(anchor, deployment, context) ?? auctionContent(anchor, deployment, context);
  },
};

function saleContent(anchor: Block, deployment: Block, context: Context): Built | null {
  const { item, oldOwner } = nftTransferData(anchor);
  const sale = context.nftSale(deployment.destination);
  if (sale === undefined || sale.nft !== item || sale.nftOwner !== oldOwner) return null;
  const fields = saleReaderOf(sale.codeHash)(initialData(deployment));
  return listingContent('nft_put_on_sale', anchor, { deployment, marketplace: sale.marketplace, fields });
}

function auctionContent(anchor: Block, deployment: Block, context: Context): Built | null {
  const { item, oldOwner } = nftTransferData(anchor);
  const auction = context.nftAuction(deployment.destination);
  if (auction === undefined || auction.nft !== item || auction.nftOwner !== oldOwner) return null;
  const reader = auctionReaderOf(auction.codeHash);
  if (reader === null) return null;
  const fields = reader(initialData(deployment));
  return listingContent('nft_put_on_auction', anchor, { deployment, marketplace: auction.marketplace, fields });
}

interface Listing {
  readonly deployment: Block;
  readonly marketplace: string | null;
  readonly fields: { readonly [field: string]: RowValue };
}

function listingContent(
  type: 'nft_put_on_sale' | 'nft_put_on_auction',
  anchor: Block,
  { deployment, marketplace, fields }: Listing,
): Built {
  const { item, index, collection, oldOwner, newOwner } = nftTransferData(anchor);
  return {
    type,
    row: {
      source: oldOwner,
      source_secondary: newOwner,
      destination: deployment.destination,
      asset: collection,
      asset_secondary: item,
      nft_listing_data: { nft_item_index: index, marketplace_address: marketplace, ...fields },
    },
    // The reference writes the marketplace to one column and reads it from another.
    correction: { row: { destination_secondary: marketplace } },
  };
}

/** The data in the state init of a deployment: `{split_depth, special, code, data, library}`, all of them Maybe. */
function initialData({ message }: Block): CellSlice {
  if (message.stateInit === null) throw new ActionsError('bad_body', 'The message has no state init');
  const bag = Bag.parse(message.stateInit);
  const slice = bag.slice(bag.root);
  if (slice.loadBit()) slice.skipBits(5);
  if (slice.loadBit()) slice.skipBits(2);
  if (slice.loadBit()) slice.skipRefs(1);
  if (!slice.loadBit()) throw new ActionsError('bad_body', 'The state init has no data');
  return slice.loadRefSlice();
}

const updateLayout = { opcode, queryId, fullPrice: coins, marketplaceFee: coins, royalty: coins } satisfies Layout;

const saleUpdate: Matcher = {
  name: 'sale update',
  pattern: call(0x6c6c2080),
  build(anchor, _match, context) {
    const sale = context.nftSale(anchor.destination);
    if (sale === undefined) return null;
    const { fullPrice, marketplaceFee, royalty } = read(anchor.body(), updateLayout);
    return {
      type: 'nft_update_sale',
      row: {
        source: anchor.source,
        destination: anchor.destination,
        asset_secondary: sale.nft,
        nft_transfer_data: { marketplace_address: sale.marketplace },
        nft_listing_data: { full_price: fullPrice, marketplace_fee: marketplaceFee, royalty_amount: royalty },
      },
      isFailed: anchor.node.isAborted,
      accounts: sale.nft === null ? [] : [sale.nft],
    };
  },
};

/** The item that a sale held goes back to its owner as an action of its own. */
const saleCancellation: Matcher = {
  name: 'cancel sale',
  pattern: call(0x00000003),
  build(anchor, _match, context) {
    const sale = context.nftSale(anchor.destination);
    if (sale === undefined) return null;
    const returned = anchor.next.find((next) => next.type === 'nft_transfer');
    if (returned === undefined || nftTransferData(returned).item !== sale.nft) return null;
    return {
      type: 'nft_cancel_sale',
      row: {
        source: nftTransferData(returned).newOwner,
        destination: anchor.destination,
        asset: nftTransferData(returned).collection,
        asset_secondary: sale.nft,
        nft_transfer_data: { marketplace_address: sale.marketplace },
      },
      merged: [anchor],
      accounts: sale.nft === null ? [] : [sale.nft],
    };
  },
};

export const nftListingMatchers = { putUpForSale, saleUpdate, saleCancellation };
