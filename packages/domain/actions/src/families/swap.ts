import type { Block } from '../engine/block.ts';
import type { Built } from '../engine/matcher.ts';
import { transferData } from './jettons.ts';

/** One side of a swap: what somebody gave or got. Null as asset is TON. */
export interface SwapTransfer {
  readonly asset: string | null;
  readonly source: string | null;
  readonly destination: string | null;
  readonly sourceWallet: string | null;
  readonly destinationWallet: string | null;
  readonly amount: bigint;
}

/** The side of a swap that a jetton transfer is. */
export function jettonSide(transfer: Block): SwapTransfer {
  const { asset, sender, senderWallet, receiver, receiverWallet, amount } = transferData(transfer);
  return {
    asset,
    source: sender,
    sourceWallet: senderWallet,
    destination: receiver,
    destinationWallet: receiverWallet,
    amount,
  };
}

/** One pool on the way. */
export interface SwapHop {
  readonly assetIn: string | null;
  readonly amountIn: bigint;
  readonly assetOut: string | null;
  readonly amountOut: bigint;
}

export interface Swap {
  readonly dex: 'stonfi' | 'stonfi_v2' | 'dedust' | 'dedust_v2' | 'tonco' | 'coffee';
  readonly incoming: SwapTransfer;
  readonly outgoing: SwapTransfer;
  /** What was wanted; by default what came. */
  readonly assetOut?: string | null;
  /** Shown when there is more than one. */
  readonly hops?: readonly SwapHop[];
  readonly minOutAmount?: bigint | null;
}

/** A `jetton_swap`. */
export function swapContent({ dex, incoming, outgoing, assetOut, hops = [], minOutAmount }: Swap): Built {
  return {
    type: 'jetton_swap',
    row: {
      source: incoming.source,
      source_secondary: incoming.sourceWallet,
      destination: outgoing.destination,
      destination_secondary: outgoing.destinationWallet,
      asset: incoming.asset,
      asset2: assetOut === undefined ? outgoing.asset : assetOut,
      jetton_swap_data: {
        dex,
        sender: incoming.source,
        dex_incoming_transfer: transferColumns(incoming),
        dex_outgoing_transfer: transferColumns(outgoing),
        min_out_amount: minOutAmount,
        peer_swaps: hops.length > 1 ? hops.map(hopColumns) : [],
      },
    },
  };
}

function transferColumns(transfer: SwapTransfer) {
  return {
    asset: transfer.asset,
    source: transfer.source,
    destination: transfer.destination,
    source_jetton_wallet: transfer.sourceWallet,
    destination_jetton_wallet: transfer.destinationWallet,
    amount: transfer.amount,
  };
}

function hopColumns({ assetIn, amountIn, assetOut, amountOut }: SwapHop) {
  return { asset_in: assetIn, amount_in: amountIn, asset_out: assetOut, amount_out: amountOut };
}
