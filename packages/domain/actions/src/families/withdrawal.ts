import type { Row } from '../engine/row.ts';

/** What was paid of one asset. */
export interface WithdrawnSide {
  readonly asset: string | null;
  readonly amount: bigint | null;
  readonly userWallet: string | null;
  readonly dexWallet: string | null;
  readonly dexJettonWallet: string | null;
}

export interface Withdrawal {
  readonly dex: 'stonfi_v2' | 'dedust' | 'tonco' | 'coffee';
  readonly sender: string | null;
  /** The wallet of the LP tokens. */
  readonly senderWallet?: string | null;
  readonly pool: string | null;
  readonly lpAsset?: string | null;
  readonly burnt: bigint | null;
  /** The first and the second asset; of one that is not paid nothing is known. */
  readonly sides: readonly (WithdrawnSide | undefined)[];
  readonly isRefund?: boolean;
  readonly position?: {
    readonly nftIndex: bigint;
    readonly nftAddress: string | null;
    readonly tickLower: number;
    readonly tickUpper: number;
  };
}

/** The columns of a `dex_withdraw_liquidity`. */
export function withdrawalRow({ sides: [first, second], position, ...withdrawal }: Withdrawal): Row {
  return {
    source: withdrawal.sender,
    source_secondary: withdrawal.senderWallet,
    destination: withdrawal.pool,
    asset: withdrawal.lpAsset,
    dex_withdraw_liquidity_data: {
      dex: withdrawal.dex,
      amount1: first?.amount,
      amount2: second?.amount,
      asset1_out: first?.asset,
      asset2_out: second?.asset,
      user_jetton_wallet_1: first?.userWallet,
      user_jetton_wallet_2: second?.userWallet,
      dex_wallet_1: first?.dexWallet,
      dex_wallet_2: second?.dexWallet,
      dex_jetton_wallet_1: first?.dexJettonWallet,
      dex_jetton_wallet_2: second?.dexJettonWallet,
      is_refund: withdrawal.isRefund,
      lp_tokens_burnt: withdrawal.burnt,
      burned_nft_index: position?.nftIndex,
      burned_nft_address: position?.nftAddress,
      tick_lower: position?.tickLower,
      tick_upper: position?.tickUpper,
    },
  };
}
