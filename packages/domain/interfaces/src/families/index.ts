import { dedustPool } from './dedust-pools.ts';
import type { Family } from './family.ts';
import { jettonMaster, jettonWallet } from './jettons.ts';
import { auctionV4, saleOrAuction, saleV4 } from './listings.ts';
import { multisig, multisigOrder } from './multisigs.ts';
import { nftCollection, nftItem } from './nfts.ts';

/** Every family, in the order in which they are tried. The order decides which one gets the gas that is left. */
export const families: readonly Family[] = [
  jettonWallet,
  jettonMaster,
  nftItem,
  nftCollection,
  saleOrAuction,
  saleV4,
  auctionV4,
  multisigOrder,
  multisig,
  dedustPool,
];
