import { address, big, coins, type Layout, opcode, queryId, read, reference } from '../bodies/layout.ts';
import type { Block } from '../engine/block.ts';
import type { Matcher } from '../engine/matcher.ts';
import { blockOf, type BlockPattern, blockThat, call, labeledBlock, labeledCall, optional } from '../engine/pattern.ts';
import { transferData } from './jettons.ts';
import { nftMintData } from './nft-items.ts';

/** A call with an opcode, or a jetton transfer whose payload begins with it. */
function callOrPayload(code: number): BlockPattern['test'] {
  return {
    opcodes: [code],
    types: ['jetton_transfer'],
    where: (block: Block) => block.type !== 'jetton_transfer' || transferData(block).payloadOpcode === code,
  };
}

/** Funds wait in a contract, so that nobody can run ahead of the swap. */
const holdFunds: Matcher = {
  name: 'swap.coffee MEV hold',
  pattern: blockThat(callOrPayload(0x6bc79e7e), { parent: optional(blockThat({}, { child: call(0xc0ffeea0) })) }),
  build(anchor) {
    const isJetton = anchor.type === 'jetton_transfer';
    const { sender, senderWallet, receiver, asset, amount } = isJetton
      ? transferData(anchor)
      : {
          sender: anchor.source,
          senderWallet: null,
          receiver: anchor.destination,
          asset: null,
          amount: anchor.value,
        };
    return {
      type: 'coffee_mev_protect_hold_funds',
      row: { source: sender, source_secondary: senderWallet, destination: receiver, asset, amount },
      correction: isJetton ? { row: { destination_secondary: transferData(anchor).receiverWallet } } : undefined,
    };
  },
};

const failedMevSwap: Matcher = {
  name: 'swap.coffee MEV failed swap',
  pattern: blockThat(callOrPayload(0xee51ce51)),
  build() {
    return { type: 'coffee_mev_protect_failed_swap', row: {} };
  },
};

const stakeOpcode = 0xf9471134;

const stakingDeposit: Matcher = {
  name: 'swap.coffee staking deposit',
  pattern: blockOf('jetton_transfer', {
    child: labeledCall('stake', stakeOpcode, {
      children: [labeledBlock('position', 'nft_mint'), optional(call(stakeOpcode))],
    }),
  }),
  build(anchor, match) {
    const { sender, senderWallet, receiverWallet, asset, amount } = transferData(anchor);
    const { item, index } = nftMintData(match.find('position')!);
    return {
      type: 'coffee_staking_deposit',
      row: {
        source: sender,
        source_secondary: senderWallet,
        destination: match.find('stake')!.destination,
        destination_secondary: receiverWallet,
        asset,
        amount,
        coffee_staking_deposit_data: { minted_item_address: item, minted_item_index: index },
      },
    };
  },
};

const unstakeOpcode = 0xcb03bfaf;
const unstakeLayout = {
  opcode,
  queryId,
  nftId: big(64),
  owner: address,
  points: coins,
  staked: reference,
} satisfies Layout;
const stakedLayout = { wallet: address, amount: coins } satisfies Layout;

/** Three messages with one opcode: to the position, to the pool, and on to the vault that pays. */
const stakingWithdraw: Matcher = {
  name: 'swap.coffee staking withdraw',
  pattern: call(unstakeOpcode, {
    child: labeledCall('position', unstakeOpcode, {
      children: [
        labeledCall('vault', unstakeOpcode, { child: labeledBlock('payout', 'jetton_transfer') }),
        optional(call(unstakeOpcode)),
      ],
    }),
  }),
  build(anchor, match) {
    const position = match.find('position')!;
    const { nftId, points, staked } = read(position.body(), unstakeLayout);
    const { amount } = read(staked, stakedLayout);
    const { asset, senderWallet, receiverWallet } = transferData(match.find('payout')!);
    return {
      type: 'coffee_staking_withdraw',
      row: {
        source: anchor.source,
        source_secondary: receiverWallet,
        destination: position.source,
        destination_secondary: senderWallet,
        asset,
        amount,
        coffee_staking_withdraw_data: { nft_address: position.source, nft_index: nftId, points },
      },
      correction: { row: { destination: position.destination } },
    };
  },
};

const claimRewards: Matcher = {
  name: 'swap.coffee claim rewards',
  pattern: call(0xb30c7310, { children: [labeledBlock('payout', 'jetton_transfer'), optional(call(0xb30c7310))] }),
  build(anchor, match) {
    const { receiver, receiverWallet, senderWallet, asset, amount } = transferData(match.find('payout')!);
    return {
      type: 'coffee_staking_claim_rewards',
      row: {
        source: anchor.destination,
        source_secondary: senderWallet,
        destination: receiver,
        destination_secondary: receiverWallet,
        asset,
        amount,
      },
    };
  },
};

export const coffeeMatchers = { holdFunds, failedMevSwap, stakingDeposit, stakingWithdraw, claimRewards };
