import { type Cell, CellBuilder } from '@tonriver/boc';
import type { AccountAddress } from '@tonriver/chain-model';
import { operation, storeAddress, storeAddressOrNone, storeMaybe } from '../message-parts.ts';
import type { DexOrder } from './dex-contracts.ts';

function order(tag: number, parts: DexOrder, terms: Cell): Cell {
  const builder = storeAddress(new CellBuilder().storeUint(tag, 32), parts.otherWallet);
  storeAddress(storeAddress(builder, parts.refundAddress), parts.excessesAddress);
  return builder.storeUint(parts.deadline, 64).storeRef(terms).endCell();
}

/** A swap: amounts in the smallest units of the jettons, forwarded values in nanotons. */
export interface SwapOrder extends DexOrder {
  readonly minOut: bigint;
  readonly receiver: AccountAddress;
  readonly forwardAmount: bigint;
  readonly customPayload: Cell | null;
}

/**
 * The forward payload `stonfi_swap_v2#6664de2a` of a jetton transfer to the router, with a forward amount of
 * 200,000,000 nanotons or more, beside what is forwarded. It asks for no referral fee.
 */
export function swapOrder(swap: SwapOrder): Cell {
  const terms = storeAddress(new CellBuilder().storeCoins(swap.minOut), swap.receiver).storeCoins(swap.forwardAmount);
  storeMaybe(storeMaybe(terms, swap.customPayload).storeCoins(0n), null).storeUint(0, 16);
  return order(0x6664de2a, swap, storeAddressOrNone(terms, null).endCell());
}

/** One side of new liquidity. */
export interface LiquidityOrder extends DexOrder {
  /** The fewest liquidity tokens that are accepted; 0 only deposits. */
  readonly minLiquidity: bigint;
  readonly to: AccountAddress;
  /** Nanotons that go to the receiver of the tokens with a notification. */
  readonly forwardAmount: bigint;
}

/**
 * The forward payload `stonfi_provide_lp_v2#37c096df` of a jetton transfer to the router. Each side comes with a
 * transfer of its own, and the second one makes the tokens.
 */
export function provideLiquidityOrder(liquidity: LiquidityOrder): Cell {
  const terms = storeAddress(new CellBuilder().storeCoins(liquidity.minLiquidity), liquidity.to).storeBit(1);
  return order(0x37c096df, liquidity, storeMaybe(terms.storeCoins(liquidity.forwardAmount), null).endCell());
}

/** `refund_me#132b9a2c`, sent by the user to the liquidity account with 300,000,000 nanotons or more. */
export function refundLiquidityBody(queryId: bigint): Cell {
  return storeMaybe(storeMaybe(operation(0x132b9a2c, queryId), null), null).endCell();
}
