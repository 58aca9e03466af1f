import type { BlockType } from '../engine/block-type.ts';
import type { Built } from '../engine/matcher.ts';
import type { Row } from '../engine/row.ts';

/** An amount of an asset; null is TON. */
export interface AssetAmount {
  readonly asset: string | null;
  readonly amount: bigint;
}

/** A `dex_deposit_liquidity`. What a protocol does not say is left out. */
export interface Deposit {
  readonly dex: 'stonfi_v2' | 'dedust' | 'dedust_v2' | 'tonco' | 'coffee';
  readonly sender: string | null;
  /** The wallet from which the sender paid, where it is a column of its own. */
  readonly senderWallet?: string | null | undefined;
  readonly pool: string | null;
  /** The account that waits for both sides. */
  readonly contract: string | null;
  readonly asset1?: string | null | undefined;
  readonly amount1?: bigint | null | undefined;
  readonly wallet1?: string | null | undefined;
  readonly asset2?: string | null | undefined;
  readonly amount2?: bigint | null | undefined;
  readonly wallet2?: string | null | undefined;
  readonly targetAsset1?: string | null | undefined;
  readonly targetAmount1?: bigint | null | undefined;
  readonly targetAsset2?: string | null | undefined;
  readonly targetAmount2?: bigint | null | undefined;
  readonly minted?: bigint | null | undefined;
  readonly excesses?: readonly AssetAmount[] | undefined;
  /** TONCO: the range, and the NFT of the position. */
  readonly position?: {
    readonly tickLower: number;
    readonly tickUpper: number;
    readonly nftIndex: bigint | null;
    readonly nftAddress: string | null;
  };
}

export function depositContent(type: BlockType, deposit: Deposit): Built {
  return { type, row: depositRow(deposit), data: deposit };
}

function depositRow(deposit: Deposit): Row {
  return {
    source: deposit.sender,
    source_secondary: deposit.senderWallet,
    destination: deposit.pool,
    destination_secondary: deposit.contract,
    dex_deposit_liquidity_data: {
      dex: deposit.dex,
      asset1: deposit.asset1,
      amount1: deposit.amount1,
      asset2: deposit.asset2,
      amount2: deposit.amount2,
      user_jetton_wallet_1: deposit.wallet1,
      user_jetton_wallet_2: deposit.wallet2,
      lp_tokens_minted: deposit.minted,
      target_asset_1: deposit.targetAsset1,
      target_amount_1: deposit.targetAmount1,
      target_asset_2: deposit.targetAsset2,
      target_amount_2: deposit.targetAmount2,
      vault_excesses: (deposit.excesses ?? []).map(({ asset, amount }) => ({ asset, amount })),
      tick_lower: deposit.position?.tickLower,
      tick_upper: deposit.position?.tickUpper,
      nft_index: deposit.position?.nftIndex,
      nft_address: deposit.position?.nftAddress,
    },
  };
}
