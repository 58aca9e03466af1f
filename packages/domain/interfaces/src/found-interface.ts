import type { FoundDomain } from './domains.ts';
import type { TokenContent } from './token-content.ts';

/** A wallet of a jetton: `get_wallet_data` of TEP-74. Addresses are raw, amounts in the smallest units. */
interface FoundJettonWallet {
  readonly kind: 'jetton_wallet';
  readonly balance: bigint;
  readonly owner: string;
  readonly jetton: string;
}

/** A jetton's master: `get_jetton_data` of TEP-74. */
interface FoundJettonMaster extends TokenContent {
  readonly kind: 'jetton_master';
  readonly totalSupply: bigint;
  readonly admin: string | null;
}

/** An item: `get_nft_data` of TEP-62. */
export interface FoundNftItem extends TokenContent {
  readonly kind: 'nft_item';
  readonly index: bigint;
  readonly collection: string | null;
  readonly owner: string | null;
  /** What it is the domain of; null for other items. */
  readonly domain: FoundDomain | null;
}

/** A collection: `get_collection_data` of TEP-62. */
interface FoundNftCollection extends TokenContent {
  readonly kind: 'nft_collection';
  /** −1 for a collection whose items have no order, as TEP-62 says: stored as null. */
  readonly nextIndex: bigint | null;
  readonly owner: string | null;
}

/** A sale at a fixed price: `get_sale_data` or `get_fix_price_data_v4` of Getgems' contracts. */
interface FoundNftSale {
  readonly kind: 'nft_sale';
  readonly marketplace: string | null;
  readonly nft: string;
  /** Null before the item arrived. */
  readonly nftOwner: string | null;
  readonly fullPrice: bigint;
}

/** An auction: `get_sale_data` or `get_auction_data_v4` of Getgems' contracts. */
interface FoundNftAuction {
  readonly kind: 'nft_auction';
  readonly marketplace: string | null;
  readonly nft: string;
  readonly nftOwner: string | null;
  readonly lastBid: bigint;
}

/** A multisig wallet, second version: `get_multisig_data`. */
interface FoundMultisig {
  readonly kind: 'multisig';
  readonly signers: readonly string[];
}

/** An order of a multisig wallet: `get_order_data`. */
interface FoundMultisigOrder {
  readonly kind: 'multisig_order';
  readonly multisig: string;
  readonly signers: readonly string[];
}

/** A nominator pool: known by its code. */
interface FoundNominatorPool {
  readonly kind: 'nominator_pool';
}

/** A pool of DeDust, first version: known by its code, confirmed by DeDust's factory. Null is TON. */
interface FoundDedustPool {
  readonly kind: 'dedust_pool';
  readonly assets: readonly [string | null, string | null];
}

/** What a contract says that it is. */
export type FoundInterface =
  | FoundJettonWallet
  | FoundJettonMaster
  | FoundNftItem
  | FoundNftCollection
  | FoundNftSale
  | FoundNftAuction
  | FoundMultisig
  | FoundMultisigOrder
  | FoundNominatorPool
  | FoundDedustPool;

/**
 * What the contract that must know it says:
 *
 * - `own`: no other contract has to confirm it
 * - `confirmed`, `refuted`: the master, the collection, the wallet or the factory was asked
 * - `unknown`: its state is not known, or it did not answer
 */
export type InterfaceCheck = 'own' | 'confirmed' | 'refuted' | 'unknown';

export interface CheckedInterface {
  readonly found: FoundInterface;
  readonly check: InterfaceCheck;
}
