/** `get_wallet_data` of a jetton wallet, confirmed by its master. */
export interface JettonWallet {
  readonly owner: string | null;
  readonly jetton: string;
}

/** `get_nft_data` of an NFT item, confirmed by its collection. */
export interface NftItem {
  readonly index: bigint | null;
  readonly collection: string | null;
  readonly owner: string | null;
  /** `uri` of the content. */
  readonly contentUri: string | null;
  /** Base64. */
  readonly codeHash: string | null;
}

/** `get_sale_data` or `get_fix_price_data_v4`. */
export interface NftSale {
  readonly marketplace: string | null;
  readonly nft: string | null;
  readonly nftOwner: string | null;
  readonly fullPrice: bigint | null;
  /** Base64. */
  readonly codeHash: string | null;
}

/** `get_auction_data` or `get_auction_data_v4`. */
export interface NftAuction {
  readonly marketplace: string | null;
  readonly nft: string | null;
  readonly nftOwner: string | null;
  readonly lastBid: bigint | null;
  /** Base64. */
  readonly codeHash: string | null;
}

/** What is known of one account. Addresses are raw. Whatever is absent, the account does not have. */
export interface AccountInterfaces {
  readonly jettonWallet?: JettonWallet;
  readonly nftItem?: NftItem;
  readonly nftSale?: NftSale;
  readonly nftAuction?: NftAuction;
  readonly multisigOrder?: { readonly signers: readonly string[] };
  /** True for an account with the code of a nominator pool. */
  readonly isNominatorPool?: boolean;
  /** The two assets of a DeDust pool; null is TON. */
  readonly dedustPool?: { readonly assets: readonly (string | null)[] };
  /** The account's data as a bag of cells. */
  readonly data?: Uint8Array;
}

/** Raw address → what is known of the account; a `Map` is one. */
export interface Interfaces {
  get(address: string): AccountInterfaces | undefined;
}
