/** @import { Sentences } from '../sentences.js' */

/** @type {(type: string) => (details: Readonly<Record<string, unknown>>) => boolean} */
const isRecord =
  (type) =>
  ({ value }) =>
    /** @type {{ readonly sum_type?: unknown } | null | undefined} */ (value)?.sum_type === type;

const SET_RECORD = '{account source} <set|set> the {record key} of {domain asset} to ';

/**
 * NFTs, their sales and auctions, and the domains among them.
 *
 * @type {Sentences}
 */
export const itemSentences = {
  nft_transfer: [
    {
      if: ({ is_purchase: isPurchase, real_old_owner: seller }) => isPurchase === true && typeof seller === 'string',
      say: '{account new_owner} <bought|buy> {item nft_item} from {account real_old_owner}[ for {ton price}]',
    },
    {
      if: ({ is_purchase: isPurchase }) => isPurchase === true,
      say: '{account new_owner} <bought|buy> {item nft_item} from {account old_owner}[ for {ton price}]',
    },
    {
      say:
        '{account old_owner} <sent|send> {item nft_item} to {account new_owner}' +
        '[, with {comment comment is_encrypted_comment}]',
    },
  ],
  nft_purchase: '{account new_owner} <bought|buy> {item nft_item}[ from {account real_old_owner}][ for {ton price}]',
  nft_mint: '{account owner} <minted|mint> {item nft_item}[ of {collection nft_collection}]',
  nft_discovery: '{account source} <asked|ask> {item nft_item} for its number and collection',

  nft_put_on_sale: '{account owner} <put|put> {item nft_item} on sale[ for {ton full_price}]',
  nft_update_sale: '{account source} <changed|change> the price of {item nft_address}[ to {ton full_price}]',
  nft_cancel_sale: '{account owner} <took|take> {item nft_item} off sale',
  nft_put_on_auction: '{account owner} <put|put> {item nft_item} up for auction[, with bids from {ton min_bid}]',
  nft_cancel_auction: '{account owner} <cancelled|cancel> the auction of {item nft_item}',
  nft_finish_auction: '{account owner} <ended|end> the auction of {item nft_item}',
  teleitem_start_auction: '{account owner} <put|put> {item nft_item} up for auction[, with bids from {ton min_bid}]',
  teleitem_cancel_auction: '{account owner} <cancelled|cancel> the auction of {item nft_item}',
  auction_bid: '{account bidder} <bid|bid> {ton amount} for {item nft_item}',
  auction_outbid:
    '{account new_bidder} <outbid|outbid> {account bidder}[, who got {ton amount} back,] for {item nft_item}',

  change_dns: [
    { if: isRecord('DNSSmcAddress'), say: `${SET_RECORD}{account value.dns_smc_address}` },
    { if: isRecord('DNSNextResolver'), say: `${SET_RECORD}{account value.dns_next_resolver_address}` },
    { if: isRecord('DNSAdnlAddress'), say: `${SET_RECORD}the ADNL address {code value.dns_adnl_address}` },
    { if: isRecord('DNSText'), say: `${SET_RECORD}{quote value.dns_storage_address}` },
    { if: isRecord('DNSStorageAddress'), say: `${SET_RECORD}the storage address {code value.dns_storage_address}` },
    { say: '{account source} <changed|change> the {record key} of {domain asset}' },
  ],
  delete_dns: '{account source} <deleted|delete> the {record hash} of {domain asset}',
  renew_dns: '{account source} <renewed|renew> {domain asset}',
  dns_purchase: '{account new_owner} <bought|buy> {domain nft_item}[ for {ton price}]',
  dns_release: '{account source} <released|release> {domain nft_item}[, with {ton value}]',
};
