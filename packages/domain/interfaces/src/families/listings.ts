import type { Family } from './family.ts';

/** "FIX" and "P" in ASCII: a sale at a fixed price. */
const fixedPriceMagic = 0x46495850n;
/** "AUC" in ASCII. */
const auctionMagic = 0x415543n;

/**
 * Getgems' contracts before the fourth version. A sale: `(int magic, int complete?, int created_at, slice marketplace,
 * slice nft, slice nft_owner, int full_price, slice fee_address, int fee, slice royalty_address, int royalty)`. An
 * auction: `(int magic, int end?, int end_time, slice marketplace, slice nft, slice nft_owner, int last_bid, …)`.
 */
export const saleOrAuction: Family = {
  method: 'get_sale_data',
  async recognise(stack) {
    const magic = stack.number();
    if (magic !== fixedPriceMagic && magic !== auctionMagic) return undefined;
    stack.number();
    stack.number();
    const places = { marketplace: stack.address(), nft: stack.address(), nftOwner: stack.optionalAddress() };
    const amount = stack.amount();
    if (magic === auctionMagic) {
      stack.optionalAddress();
      return { found: { kind: 'nft_auction', ...places, lastBid: amount }, check: 'own' };
    }
    stack.address();
    stack.number();
    stack.address();
    stack.number();
    return { found: { kind: 'nft_sale', ...places, fullPrice: amount }, check: 'own' };
  },
};

/**
 * Getgems' fourth version: `(int complete?, int created_at, slice marketplace, slice nft, slice nft_owner, int
 * full_price, slice fee_address, int fee, slice royalty_address, int royalty, int sold_at, int sold_query_id, cell
 * jetton_prices)`.
 */
export const saleV4: Family = {
  method: 'get_fix_price_data_v4',
  async recognise(stack) {
    stack.number();
    stack.number();
    const marketplace = stack.address();
    const nft = stack.address();
    const nftOwner = stack.optionalAddress();
    const fullPrice = stack.amount();
    stack.address();
    stack.number();
    stack.address();
    stack.number();
    stack.number();
    stack.number();
    return { found: { kind: 'nft_sale', marketplace, nft, nftOwner, fullPrice }, check: 'own' };
  },
};

/**
 * Getgems' fourth version: `(int activated?, int end?, int end_time, slice marketplace, slice nft, slice nft_owner, int
 * last_bid, slice last_member, …)`.
 */
export const auctionV4: Family = {
  method: 'get_auction_data_v4',
  async recognise(stack) {
    stack.skip(3);
    const marketplace = stack.address();
    const nft = stack.address();
    const nftOwner = stack.optionalAddress();
    const lastBid = stack.amount();
    stack.optionalAddress();
    return { found: { kind: 'nft_auction', marketplace, nft, nftOwner, lastBid }, check: 'own' };
  },
};
