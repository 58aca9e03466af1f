import { address, coins, type Layout, opcode, queryId, read, reference, uint } from '../bodies/layout.ts';
import type { Block } from '../engine/block.ts';
import type { Context } from '../engine/context.ts';
import type { TonTransferData } from '../engine/leaf-blocks.ts';
import type { Built, Matcher } from '../engine/matcher.ts';
import { blockOf, blockThat, blockWhere, call, optional } from '../engine/pattern.ts';
import { dnsItem } from './dns-items.ts';
import { nftTransferData } from './nft-transfers.ts';

/** Telegram's items are their own auctions; an outbid bidder gets the money back with this message. */
const outbidOpcode = 0x557cea20;
const telegramUri = 'https://nft.fragment.com';

function isTelegramItem(address: string | null, context: Context): boolean {
  return context.nftItem(address)?.contentUri?.includes(telegramUri) === true;
}

interface BidData {
  readonly auction: string | null;
  readonly bidder: string | null;
  readonly item: string | null;
  readonly collection: string | null;
}

const commands: ReadonlySet<string | null> = new Set(['cancel', 'finish', 'stop']);

const auctionBid: Matcher = {
  name: 'auction bid',
  pattern: blockWhere(
    'ton_transfer',
    (block, context) =>
      block.deployedAccounts.size === 0 &&
      !commands.has((block.data as TonTransferData).comment) &&
      context.account(block.destination) !== undefined,
  ),
  build(anchor, _match, context) {
    const auction = anchor.destination;
    const item = biddenItem(anchor, context);
    if (item === undefined) return null;
    const known = context.nftItem(item);
    const collection = known?.collection ?? null;
    return {
      type: 'auction_bid',
      row: {
        source: anchor.source,
        destination: auction,
        asset: collection,
        asset_secondary: item,
        value: anchor.value,
        nft_transfer_data: { nft_item_index: known?.index },
      },
      data: { auction, bidder: anchor.source, item, collection } satisfies BidData,
      isFailed: anchor.isFailed,
      accounts: item === null ? [] : [item],
    };
  },
};

/** The item that a transfer bids for: that of an auction, or an item that is its own auction. */
function biddenItem({ destination, next }: Block, context: Context): string | null | undefined {
  const auction = context.nftAuction(destination);
  if (auction !== undefined) return auction.nft;
  if (isTelegramItem(destination, context)) return destination;
  const wasOutbid = next.some((block) => block.opcode === outbidOpcode);
  return wasOutbid && dnsItem(destination, context) !== undefined ? destination : undefined;
}

const outbidComment = 'Your bid has been outbid by another user';

const auctionOutbid: Matcher = {
  name: 'auction outbid',
  pattern: blockOf('auction_bid'),
  build(anchor) {
    const { auction, bidder, item, collection } = anchor.data as BidData;
    const refunds = anchor.next.filter((next) => isRefund(next) && next.source === auction);
    const [refund] = refunds;
    if (refund === undefined || refunds.length > 1) return null;
    return {
      type: 'auction_outbid',
      row: {
        source: auction,
        source_secondary: bidder,
        destination: refund.destination,
        asset: collection,
        asset_secondary: item,
        amount: refund.value,
      },
      merged: [refund],
      accounts: item === null ? [] : [item],
    };
  },
};

function isRefund(block: Block): boolean {
  if (block.opcode === outbidOpcode) return true;
  if (block.type !== 'ton_transfer') return false;
  return (block.data as TonTransferData).comment?.includes(outbidComment) === true;
}

type Command = 'finish' | 'stop' | 'cancel';

const commandOpcodes = new Map<number | null, Command>([
  [0x20c9eb18, 'finish'],
  [0xb95616b6, 'stop'],
  [0x5616c572, 'cancel'],
]);

function commandOf(block: Block): Command | undefined {
  if (block.type === 'call_contract') return commandOpcodes.get(block.opcode);
  const { comment } = block.data as TonTransferData;
  return comment === 'finish' || comment === 'stop' || comment === 'cancel' ? comment : undefined;
}

const auctionCommand = blockThat({
  opcodes: [...commandOpcodes.keys()].filter((code) => code !== null),
  types: ['ton_transfer'],
  where: (block, context) => commandOf(block) !== undefined && context.nftAuction(block.destination) !== undefined,
});

/** An auction that ends with a purchase. */
const auctionFinish: Matcher = {
  name: 'finish auction',
  pattern: auctionCommand,
  build(anchor, _match, context) {
    if (commandOf(anchor) === 'cancel') return null;
    const { nft = null } = context.nftAuction(anchor.destination) ?? {};
    const bought = anchor.next.find((next) => next.type === 'nft_purchase');
    if (bought === undefined || nftTransferData(bought).item !== nft) return null;
    const { newOwner, collection } = nftTransferData(bought);
    return endContent('nft_finish_auction', anchor, { owner: newOwner, nft, collection, marketplace: null });
  },
};

/** An auction that ends without a purchase: the item goes back. */
const auctionCancellation: Matcher = {
  name: 'cancel auction',
  pattern: auctionCommand,
  build(anchor, _match, context) {
    const { nft = null, marketplace = null } = context.nftAuction(anchor.destination) ?? {};
    const returned = anchor.next.find((next) => next.type === 'nft_transfer');
    if (returned === undefined || nftTransferData(returned).item !== nft) return null;
    const { newOwner, collection } = nftTransferData(returned);
    const type = commandOf(anchor) === 'cancel' ? 'nft_cancel_auction' : 'nft_finish_auction';
    return endContent(type, anchor, { owner: newOwner, nft, collection, marketplace });
  },
};

interface AuctionEnd {
  readonly owner: string | null;
  readonly nft: string | null;
  readonly collection: string | null;
  readonly marketplace: string | null;
}

function endContent(
  type: 'nft_finish_auction' | 'nft_cancel_auction',
  anchor: Block,
  { owner, nft, collection, marketplace }: AuctionEnd,
): Built {
  return {
    type,
    row: {
      source: owner,
      destination: anchor.destination,
      asset: collection,
      asset_secondary: nft,
      nft_transfer_data: { marketplace_address: marketplace },
    },
    merged: [anchor],
    accounts: nft === null ? [] : [nft],
  };
}

const startLayout = { opcode, queryId, settings: reference } satisfies Layout;
const settingsLayout = {
  beneficiary: address,
  minBid: coins,
  maxBid: coins,
  step: uint(8),
  extend: uint(32),
  duration: uint(32),
} satisfies Layout;

const okOpcode = 0xa37a0983;

const telegramAuctionStart: Matcher = {
  name: 'teleitem start auction',
  pattern: call(0x487a8e81, { child: optional(call(okOpcode)) }),
  build(anchor, _match, context) {
    const item = context.nftItem(anchor.destination);
    if (item === undefined || !isTelegramItem(anchor.destination, context)) return null;
    const { beneficiary, minBid, maxBid } = read(read(anchor.body(), startLayout).settings, settingsLayout);
    return {
      type: 'teleitem_start_auction',
      row: {
        source: anchor.source,
        destination: anchor.destination,
        asset: item.collection,
        asset_secondary: anchor.destination,
        nft_listing_data: {
          nft_item_index: item.index,
          mp_fee_factor: 0,
          mp_fee_base: 0,
          royalty_fee_base: 0,
          max_bid: maxBid,
          min_bid: minBid,
          marketplace_fee_address: beneficiary,
        },
      },
      isFailed: anchor.node.isAborted,
    };
  },
};

const telegramAuctionCancellation: Matcher = {
  name: 'teleitem cancel auction',
  pattern: call(0x371638ae, { child: optional(call(okOpcode)) }),
  build(anchor, _match, context) {
    const item = context.nftItem(anchor.destination);
    if (item === undefined || !isTelegramItem(anchor.destination, context)) return null;
    return {
      type: 'teleitem_cancel_auction',
      row: {
        source: anchor.source,
        destination: anchor.destination,
        asset: item.collection,
        asset_secondary: anchor.destination,
      },
      isFailed: anchor.node.isAborted,
      accounts: [anchor.destination ?? ''].filter((account) => account !== ''),
    };
  },
};

export const auctionMatchers = {
  auctionBid,
  auctionOutbid,
  auctionFinish,
  auctionCancellation,
  telegramAuctionStart,
  telegramAuctionCancellation,
};
