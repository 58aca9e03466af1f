import type { CellSlice } from '@tonriver/boc';
import { address, coins, flag, type Layout, read, reference, uint, queryId } from '../bodies/layout.ts';
import type { RowValue } from '../engine/row.ts';

/** Columns of a listing, read from the data with which its contract was deployed. */
type ListingReader = (data: CellSlice) => { readonly [field: string]: RowValue };

const saleV1 = {
  marketplace: address,
  nft: address,
  owner: address,
  fullPrice: coins,
  fees: reference,
} satisfies Layout;
const saleV1Fees = { fee: coins, feeAddress: address, royaltyAddress: address, royalty: coins } satisfies Layout;

function readSaleV1(data: CellSlice) {
  const { fullPrice, fees } = read(data, saleV1);
  return saleColumns(fullPrice, read(fees, saleV1Fees));
}

const saleV2 = {
  isComplete: flag,
  createdAt: uint(32),
  marketplace: address,
  nft: address,
  owner: address,
  fullPrice: coins,
  fees: reference,
} satisfies Layout;
const saleV2Fees = { feeAddress: address, fee: coins, royaltyAddress: address, royalty: coins } satisfies Layout;

function readSaleV2(data: CellSlice) {
  const { fullPrice, fees } = read(data, saleV2);
  return saleColumns(fullPrice, read(fees, saleV2Fees));
}

const saleV4 = {
  isComplete: flag,
  marketplace: address,
  owner: address,
  fullPrice: coins,
  soldAt: uint(32),
  queryId,
  fees: reference,
} satisfies Layout;
const saleV4Fees = { feeAddress: address, royaltyAddress: address, fee: uint(17), royalty: uint(17) } satisfies Layout;

/** Fees are shares here, not amounts. */
function readSaleV4(data: CellSlice) {
  const { fullPrice, fees } = read(data, saleV4);
  const { feeAddress, royaltyAddress } = read(fees, saleV4Fees);
  return saleColumns(fullPrice, { fee: null, royalty: null, feeAddress, royaltyAddress });
}

function saleColumns(
  fullPrice: bigint,
  fees: {
    readonly fee: bigint | null;
    readonly royalty: bigint | null;
    readonly feeAddress: string | null;
    readonly royaltyAddress: string | null;
  },
) {
  return {
    full_price: fullPrice,
    marketplace_fee: fees.fee,
    royalty_amount: fees.royalty,
    marketplace_fee_address: fees.feeAddress,
    royalty_address: fees.royaltyAddress,
  };
}

/** Code hashes of sales of fixed price. */
const saleReaders = new Map<string, ListingReader>([
  ['2pufziLofEllctIDZSWVebzO+RpyA1fMvowFLvyb4I8=', readSaleV1],
  ['gnj0xSM95vvtyWmvUZNEp6m//FRIVtuphqlcC8+Fcck=', readSaleV2],
  ['MgUN+sRPZIZrzIbyzZ4TBf6dyts5WcACI3z7CQLUQyM=', readSaleV2],
  ['3rU7bFdlwebNI4v0e8XoO6WWvcwEsLhM1Qqx5HSgjzE=', readSaleV2],
  ['JCIfpXHlQuBVx3vt/b9SfHr0YM/cfzRMRQeHtM+h600=', readSaleV2],
  ['a5WmQYucnSNZBF0edVm41UmuDlBvJMqrWPowyPsf64Y=', readSaleV4],
]);

/** Reads the data of a sale by its code; code that is not known is taken for the newest. */
export function saleReaderOf(codeHash: string | null): ListingReader {
  return saleReaders.get(codeHash ?? '') ?? readSaleV4;
}

const auctionFees = {
  feeAddress: address,
  factor: uint(32),
  base: uint(32),
  royaltyAddress: address,
  royaltyFactor: uint(32),
  royaltyBase: uint(32),
} satisfies Layout;

const auctionV1 = { fees: reference, bids: reference } satisfies Layout;
const auctionV1Bids = { minBid: coins, maxBid: coins } satisfies Layout;

function readAuctionV1(data: CellSlice) {
  const { fees, bids } = read(data, auctionV1);
  return auctionColumns(read(fees, auctionFees), read(bids, auctionV1Bids));
}

const auctionV3r2 = {
  flags: uint(3),
  member: address,
  lastBid: coins,
  bidAt: uint(32),
  endAt: uint(32),
  fees: reference,
  constants: reference,
} satisfies Layout;
const auctionV3r2Constants = { number: uint(32), marketplace: address, minBid: coins, maxBid: coins } satisfies Layout;

function readAuctionV3r2(data: CellSlice) {
  const { fees, constants } = read(data, auctionV3r2);
  return auctionColumns(read(fees, auctionFees), read(constants, auctionV3r2Constants));
}

const auctionStart = {
  flags: uint(2),
  member: address,
  lastBid: coins,
  bidAt: uint(32),
  endAt: uint(32),
  owner: address,
  queryId,
} satisfies Layout;
const feeShares = {
  factor: uint(32),
  base: uint(32),
  royaltyFactor: uint(32),
  royaltyBase: uint(32),
} satisfies Layout;
const feeAddresses = { feeAddress: address, royaltyAddress: address } satisfies Layout;
const auctionLimits = { marketplace: address, minBid: coins, maxBid: coins } satisfies Layout;

function readAuctionV3r3(data: CellSlice) {
  read(data, auctionStart);
  const shares = read(data, feeShares);
  const addresses = read(data.loadRefSlice(), feeAddresses);
  return auctionColumns({ ...shares, ...addresses }, read(data.loadRefSlice(), auctionLimits));
}

function readAuctionV4(data: CellSlice) {
  read(data, auctionStart);
  const fees = read(data.loadRefSlice(), { ...feeAddresses, ...feeShares });
  return auctionColumns(fees, read(data.loadRefSlice(), auctionLimits));
}

function auctionColumns(
  fees: {
    readonly feeAddress: string | null;
    readonly royaltyAddress: string | null;
    readonly factor: number;
    readonly base: number;
    readonly royaltyBase: number;
  },
  { minBid, maxBid }: { readonly minBid: bigint; readonly maxBid: bigint },
) {
  return {
    mp_fee_factor: fees.factor,
    mp_fee_base: fees.base,
    royalty_fee_base: fees.royaltyBase,
    max_bid: maxBid,
    min_bid: minBid,
    marketplace_fee_address: fees.feeAddress,
    royalty_address: fees.royaltyAddress,
  };
}

/** Code hashes of auctions; null where the layout of the data is not known. */
const auctionReaders = new Map<string, ListingReader | null>([
  ['/ACindAgW83MDT/7nKOMw8jBWexg2KpUMkCpLxBZLUA=', readAuctionV1],
  ['ZmiHL6eXBUQ//UdSPo6eqfdquZ+aC1nSfej4GhwnudQ=', null],
  ['G9nFo5v/t6DzQViXLdkrgTqEK/Ze8UEJOCIAzq+Pct8=', readAuctionV3r2],
  ['u29ireD+stefqzuK6/CTCvmFU99gCTsgJ/Covxab/Ow=', readAuctionV3r3],
  ['zlp4U06qps7tja/UhtB262CpsNbb+1Nnb2YmScBomVY=', readAuctionV4],
]);

/** Reads the data of an auction by its code, null for one that cannot be read; unknown code is taken for v3r3. */
export function auctionReaderOf(codeHash: string | null): ListingReader | null {
  const reader = auctionReaders.get(codeHash ?? '');
  return reader === undefined ? readAuctionV3r3 : reader;
}
