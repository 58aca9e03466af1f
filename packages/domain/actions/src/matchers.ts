import type { Matcher } from './engine/matcher.ts';
import { auctionMatchers } from './families/auctions.ts';
import { cocoonMatchers } from './families/cocoon.ts';
import { coffeeLiquidityMatchers } from './families/coffee-liquidity.ts';
import { coffeeMatchers } from './families/coffee-other.ts';
import { coffeeSwapMatchers } from './families/coffee-swap.ts';
import { dedustLiquidityMatchers } from './families/dedust-liquidity.ts';
import { dedustSwapMatchers } from './families/dedust-swap.ts';
import { dedustV2ClaimMatchers } from './families/dedust-v2-claims.ts';
import { dedustV2LiquidityMatchers } from './families/dedust-v2-liquidity.ts';
import { dedustV2SwapMatchers } from './families/dedust-v2-swap.ts';
import { dnsMatchers } from './families/dns.ts';
import { electionMatchers } from './families/elections.ts';
import { evaaMatchers } from './families/evaa.ts';
import { jettonMatchers } from './families/jettons.ts';
import { jvaultMatchers } from './families/jvault.ts';
import { layerZeroMatchers } from './families/layerzero.ts';
import { multisigMatchers } from './families/multisig.ts';
import { nftItemMatchers } from './families/nft-items.ts';
import { nftListingMatchers } from './families/nft-listings.ts';
import { nftTransferMatchers } from './families/nft-transfers.ts';
import { stakingMatchers } from './families/staking.ts';
import { stonfiMatchers } from './families/stonfi.ts';
import { stonfiV2Matchers } from './families/stonfi-v2.ts';
import { stonfiV2LiquidityMatchers } from './families/stonfi-v2-liquidity.ts';
import { tgbtcMatchers } from './families/tgbtc.ts';
import { toncoLiquidityMatchers } from './families/tonco-liquidity.ts';
import { toncoSwapMatchers } from './families/tonco-swap.ts';
import { vestingMatchers } from './families/vesting.ts';

/** All matchers in the order in which they run; earlier ones take blocks away from later ones. */
export const matchers: readonly Matcher[] = [
  nftItemMatchers.nftMint,
  stakingMatchers.delayedPayout,
  dedustLiquidityMatchers.finalDeposit,
  dedustLiquidityMatchers.partialDeposit,
  stakingMatchers.liquidDeposit,
  stakingMatchers.liquidWithdrawal,
  multisigMatchers.createOrder,
  multisigMatchers.approve,
  multisigMatchers.execute,
  vestingMatchers.sendMessage,
  vestingMatchers.addWhitelist,
  stakingMatchers.nominatorDeposit,
  stakingMatchers.nominatorWithdrawal,
  stakingMatchers.nominatorWithdrawalByOwner,
  jettonMatchers.jettonTransfer,
  jettonMatchers.ptonTransfer,
  dedustLiquidityMatchers.withdraw,
  jettonMatchers.jettonBurn,
  dedustSwapMatchers.swap,
  dedustV2SwapMatchers.swap,
  dedustV2SwapMatchers.failedSwap,
  dedustV2LiquidityMatchers.withdraw,
  dedustV2LiquidityMatchers.deposit,
  dedustV2LiquidityMatchers.rejectedDeposit,
  dedustV2LiquidityMatchers.partialDeposit,
  dedustV2ClaimMatchers.claimFees,
  dedustV2ClaimMatchers.claimReward,
  stonfiMatchers.swap,
  stonfiV2Matchers.swap,
  toncoSwapMatchers.swap,
  dnsMatchers.release,
  dnsMatchers.purchase,
  nftListingMatchers.saleUpdate,
  nftTransferMatchers.nftTransfer,
  nftTransferMatchers.telegramTransfer,
  nftTransferMatchers.getgemsPurchase,
  nftListingMatchers.putUpForSale,
  auctionMatchers.telegramAuctionStart,
  auctionMatchers.telegramAuctionCancellation,
  nftItemMatchers.nftDiscovery,
  dnsMatchers.recordChange,
  electionMatchers.electionDeposit,
  electionMatchers.electionRecover,
  electionMatchers.subscribe,
  electionMatchers.unsubscribe,
  auctionMatchers.auctionBid,
  auctionMatchers.auctionOutbid,
  nftListingMatchers.saleCancellation,
  auctionMatchers.auctionFinish,
  auctionMatchers.auctionCancellation,
  stakingMatchers.ethenaWithdrawal,
  jettonMatchers.jettonMint,
  stakingMatchers.ethenaDeposit,
  stonfiV2LiquidityMatchers.provide,
  stonfiV2LiquidityMatchers.withdraw,
  jvaultMatchers.stake,
  jvaultMatchers.unstake,
  jvaultMatchers.claim,
  jvaultMatchers.unstakeRequest,
  evaaMatchers.supply,
  evaaMatchers.withdraw,
  evaaMatchers.liquidate,
  tgbtcMatchers.mint,
  tgbtcMatchers.burn,
  tgbtcMatchers.newKey,
  tgbtcMatchers.mintFallback,
  tgbtcMatchers.burnFallback,
  tgbtcMatchers.newKeyFallback,
  tgbtcMatchers.dkgLog,
  toncoLiquidityMatchers.deposit,
  toncoLiquidityMatchers.deployPool,
  toncoLiquidityMatchers.withdraw,
  coffeeLiquidityMatchers.deposit,
  coffeeSwapMatchers.swap,
  coffeeLiquidityMatchers.withdraw,
  coffeeLiquidityMatchers.createVault,
  coffeeLiquidityMatchers.poolCreator,
  coffeeLiquidityMatchers.createPool,
  coffeeMatchers.holdFunds,
  coffeeMatchers.failedMevSwap,
  coffeeMatchers.stakingDeposit,
  coffeeMatchers.stakingWithdraw,
  coffeeMatchers.claimRewards,
  layerZeroMatchers.send,
  layerZeroMatchers.sendTokens,
  layerZeroMatchers.receive,
  layerZeroMatchers.commitPacket,
  layerZeroMatchers.verify,
  cocoonMatchers.workerPayout,
  cocoonMatchers.proxyPayout,
  cocoonMatchers.proxyCharge,
  cocoonMatchers.clientTopUp,
  cocoonMatchers.registerProxy,
  cocoonMatchers.unregisterProxy,
  cocoonMatchers.clientRegister,
  cocoonMatchers.changeSecretHash,
  cocoonMatchers.requestRefund,
  cocoonMatchers.grantRefund,
  cocoonMatchers.increaseStake,
  cocoonMatchers.clientWithdraw,
];
