import { type CellSlice } from '@tonriver/boc';
import {
  address,
  bocOf,
  coins,
  either,
  type Layout,
  maybeReference,
  opcode,
  opcodeOf,
  queryId,
  read,
  uint,
} from '../bodies/layout.ts';
import { excessesOpcode, nftTransferOpcode, ownershipAssignedOpcode } from '../bodies/opcodes.ts';
import type { Block } from '../engine/block.ts';
import type { Context } from '../engine/context.ts';
import type { TonTransferData } from '../engine/leaf-blocks.ts';
import type { Built, Matcher } from '../engine/matcher.ts';
import { insertEmpty } from '../engine/merge.ts';
import { blockWhere, call, oneOf, optional } from '../engine/pattern.ts';

/** What a transfer of an NFT says, for its row and for later matchers. */
export interface NftTransferData {
  readonly item: string | null;
  readonly index: bigint | null;
  readonly collection: string | null;
  readonly oldOwner: string | null;
  readonly newOwner: string | null;
  readonly queryId: bigint | null;
  readonly responseDestination: string | null;
  readonly customPayload: string | null;
  readonly forwardPayload: string | null;
  readonly forwardAmount: bigint | null;
  readonly purchase: Purchase | null;
  readonly payouts: TelegramPayouts | null;
}

interface Purchase {
  /** False for an item that its minter sold. */
  readonly isPurchase: boolean;
  readonly price: bigint | null;
  readonly marketplace: string | null;
  /** The owner for whom a sale or an auction held the item; null for Telegram's. */
  readonly realOldOwner: string | null;
  readonly market: 'getgems' | 'fragment';
}

interface TelegramPayouts {
  readonly amount: bigint | null;
  readonly address: string | null;
  readonly royaltyAmount: bigint | null;
  readonly royaltyAddress: string | null;
}

export function nftTransferData(block: Block): NftTransferData {
  return block.data as NftTransferData;
}

const transferLayout = {
  opcode,
  queryId,
  newOwner: address,
  responseDestination: address,
  customPayload: maybeReference,
  forwardAmount: coins,
} satisfies Layout;

const assignedLayout = { opcode, queryId, previousOwner: address, payload: either } satisfies Layout;

const nftTransfer: Matcher = {
  name: 'NFT transfer',
  pattern: call(nftTransferOpcode, {
    child: optional(oneOf(call(ownershipAssignedOpcode), call(excessesOpcode))),
  }),
  build(anchor, match, context) {
    const item = context.nftItem(anchor.destination);
    if (item === undefined) return null;
    const body = anchor.body();
    const transfer = read(body, transferLayout);
    const assigned = match.call(ownershipAssignedOpcode);
    const oldOwner = assigned === undefined ? anchor.source : read(assigned.body(), assignedLayout).previousOwner;
    const purchase = purchaseIn(anchor, transfer.newOwner, context);
    const data: NftTransferData = {
      item: anchor.destination,
      index: item.index,
      collection: item.collection,
      oldOwner,
      newOwner: transfer.newOwner,
      queryId: transfer.queryId,
      responseDestination: transfer.responseDestination,
      customPayload: transfer.customPayload === null ? null : bocOf(transfer.customPayload),
      forwardPayload: body.remainingBits === 0 ? null : bocOf(either.read(body)),
      forwardAmount: transfer.forwardAmount,
      purchase,
      payouts: null,
    };
    const merged = [anchor, ...match.blocks];
    if (purchase !== null && isPaymentFor(anchor.previous)) merged.push(anchor.previous!);
    return { ...transferContent('nft_transfer', data), isFailed: anchor.isFailed, merged };
  },
};

/** A sale sends the item to who paid it, an auction to its winner, whatever message ended it. */
function purchaseIn({ previous, destination }: Block, newOwner: string | null, context: Context): Purchase | null {
  if (previous === null || previous.type === 'root') return null;
  const account = previous.node.message?.destination ?? null;
  const sale = context.nftSale(account);
  if (sale !== undefined && previous.type === 'ton_transfer' && previous.source === newOwner) {
    if (sale.nft !== destination || sale.nftOwner === newOwner) return null;
    const { fullPrice: price, marketplace, nftOwner: realOldOwner } = sale;
    return { isPurchase: true, price, marketplace, realOldOwner, market: 'getgems' };
  }
  const auction = context.nftAuction(account);
  if (auction === undefined || auction.nft !== destination || auction.nftOwner === newOwner) return null;
  const { lastBid: price, marketplace, nftOwner: realOldOwner } = auction;
  return { isPurchase: true, price, marketplace, realOldOwner, market: 'getgems' };
}

/** Whether a block is nothing but the payment, or the call, that made a purchase happen. */
function isPaymentFor(previous: Block | null): boolean {
  if (previous === null) return false;
  if (previous.type === 'ton_transfer') return !isAuctionEnd(previous);
  return isExternalCall(previous);
}

function isExternalCall({ type, nodes }: Block): boolean {
  return type === 'call_contract' && nodes[0]?.message?.source === null;
}

function isAuctionEnd({ type, data }: Block): boolean {
  if (type !== 'ton_transfer') return false;
  const { comment } = data as TonTransferData;
  return comment === 'finish' || comment === 'stop';
}

/** A bid on an item that Telegram sells: `0x38127de1 {bid coins, ts u32}`. */
const bidOpcode = 0x38127de1;
const bidLayout = { opcode, bid: coins, time: uint(32) } satisfies Layout;
/** Telegram's items pay the seller with this message. */
export const fillUpOpcode = 0x370fec51;
/** An item of Telegram is deployed by this message. */
const telegramDeployOpcode = 0x299a3e15;

const telegramTransfer: Matcher = {
  name: 'Telegram NFT purchase',
  pattern: call(ownershipAssignedOpcode),
  build(anchor, _match, context) {
    const item = context.nftItem(anchor.source);
    if (item === undefined) return null;
    const { queryId: query, previousOwner, payload } = read(anchor.body(), assignedLayout);
    const { previous } = anchor;
    const purchase = telegramPurchase(payload.clone(), previous);
    const payments = purchase === null ? [] : telegramPayments(previous);
    const data: NftTransferData = {
      item: anchor.source,
      index: item.index,
      collection: item.collection,
      oldOwner: previousOwner,
      newOwner: anchor.destination,
      queryId: query,
      responseDestination: null,
      customPayload: null,
      forwardPayload: bocOf(payload),
      forwardAmount: null,
      purchase,
      payouts: payments.length === 0 ? null : payoutsOf(payments),
    };
    const isMerged = purchase !== null && previous !== null && isTelegramPayment(previous);
    return {
      ...transferContent('nft_transfer', data),
      isFailed: anchor.isFailed,
      merged: isMerged ? [anchor, previous, ...payments] : [anchor],
    };
  },
};

function telegramPurchase(payload: CellSlice, previous: Block | null): Purchase | null {
  if (opcodeOf(payload) !== bidOpcode) return null;
  const isMinted = previous?.type === 'nft_mint' || previous?.opcode === telegramDeployOpcode;
  return {
    isPurchase: !isMinted,
    price: read(payload, bidLayout).bid,
    marketplace: null,
    realOldOwner: null,
    market: 'fragment',
  };
}

function isTelegramPayment(previous: Block): boolean {
  return previous.type === 'ton_transfer' || isExternalCall(previous);
}

function telegramPayments(previous: Block | null): Block[] {
  if (previous === null || !isTelegramPayment(previous)) return [];
  return previous.next.filter((next) => next.opcode === fillUpOpcode);
}

/** Of two payments the first is the royalty. */
function payoutsOf(payments: readonly Block[]): TelegramPayouts {
  const [royalty, payout] = payments.length > 1 ? payments : [undefined, payments[0]];
  return {
    amount: payout?.value ?? null,
    address: payout?.destination ?? null,
    royaltyAmount: royalty?.value ?? null,
    royaltyAddress: royalty?.destination ?? null,
  };
}

interface ProfitPayout {
  readonly amount: bigint;
  readonly comment: string | null;
  readonly isEncrypted: boolean;
}

/** A purchase together with the payment to the seller. */
const getgemsPurchase: Matcher = {
  name: 'Getgems purchase',
  pattern: blockWhere('nft_transfer', (block) => nftTransferData(block).purchase?.market === 'getgems'),
  build(anchor) {
    const data = nftTransferData(anchor);
    const { previous } = anchor;
    const isSibling = previous !== null && isAuctionEnd(previous);
    const candidates = isSibling ? previous.next : anchor.next;
    const seller = data.purchase!.realOldOwner;
    const payout = candidates.find((next) => next.type === 'ton_transfer' && next.destination === seller);
    if (payout === undefined) return null;
    const { comment, isEncrypted } = payout.data as TonTransferData;
    const merged = isSibling ? [insertEmpty(previous, [anchor, payout]), anchor, payout] : [anchor, payout];
    return { ...transferContent('nft_purchase', data, { amount: payout.value, comment, isEncrypted }), merged };
  },
};

function transferContent(type: 'nft_transfer' | 'nft_purchase', data: NftTransferData, profit?: ProfitPayout): Built {
  const { purchase, payouts } = data;
  return {
    type,
    row: {
      source: data.oldOwner,
      destination: data.newOwner,
      asset: data.collection,
      asset_secondary: data.item,
      nft_transfer_data: {
        query_id: data.queryId,
        is_purchase: purchase?.isPurchase ?? false,
        price: purchase?.isPurchase === true ? purchase.price : null,
        nft_item_index: data.index,
        forward_amount: data.forwardAmount,
        custom_payload: data.customPayload,
        forward_payload: data.forwardPayload,
        response_destination: data.responseDestination,
        marketplace: purchase?.market,
        marketplace_address: purchase?.marketplace,
        real_prev_owner: purchase?.realOldOwner,
        payout_amount: profit === undefined ? payouts?.amount : profit.amount,
        payout_comment: profit?.comment,
        payout_comment_encrypted: profit?.isEncrypted,
        payout_comment_encoded: profit?.isEncrypted,
        royalty_amount: payouts?.royaltyAmount,
      },
      nft_listing_data: {
        marketplace_fee_address: payouts?.address,
        royalty_address: payouts?.royaltyAddress,
      },
    },
    data,
  };
}

export const nftTransferMatchers = { nftTransfer, telegramTransfer, getgemsPurchase };
