import { address, coins, type Layout, opcode, queryId, read } from '../bodies/layout.ts';
import { burnLayout, internalTransferLayout } from '../bodies/jetton-messages.ts';
import {
  burnNotificationOpcode,
  burnOpcode,
  internalTransferOpcode,
  jettonTransferOpcode,
  notificationOpcode,
} from '../bodies/opcodes.ts';
import type { Block } from '../engine/block.ts';
import type { TonTransferData } from '../engine/leaf-blocks.ts';
import type { Built, Matcher } from '../engine/matcher.ts';
import { blockThat, blockWhere, call, labeledCall, oneOf, optional } from '../engine/pattern.ts';
import { type JettonMintData, transferData } from './jettons.ts';
import { nftMintData } from './nft-items.ts';

/** The deposit costs one TON of fees. */
const depositFee = 1_000_000_000n;

const mintBillOpcode = 0x1674b0a0;
const poolWithdrawOpcode = 0x319b0cdc;

const liquidDeposit: Matcher = {
  name: 'liquid staking deposit',
  pattern: call(0x47d54391, {
    child: call(mintBillOpcode, {
      child: optional(labeledCall('minted', internalTransferOpcode, { child: optional(call(notificationOpcode)) })),
    }),
  }),
  build(anchor, match) {
    const minted = match.find('minted');
    // A deposit without minted tokens failed, and the reference has no asset for it.
    if (minted === undefined) return null;
    const { amount } = read(minted.body(), internalTransferLayout);
    return {
      type: 'tonstakers_deposit',
      row: {
        source: anchor.source,
        destination: anchor.destination,
        amount: anchor.value - depositFee,
        asset: minted.source,
        staking_data: { provider: 'liquid_staking', tokens_minted: amount },
      },
    };
  },
};

const nftOrderOpcode = 0x132f9a45;
const payoutAtOnceOpcode = 0x0a77535c;

/** Tokens are burnt: the TON is paid at once, or an NFT is given for it. */
const liquidWithdrawal: Matcher = {
  name: 'liquid staking burn',
  pattern: call(burnOpcode, {
    child: call(burnNotificationOpcode, {
      child: labeledCall('request', poolWithdrawOpcode, {
        child: oneOf(labeledCall('payout', payoutAtOnceOpcode), labeledCall('mint', mintBillOpcode)),
      }),
    }),
  }),
  build(anchor, match) {
    const request = match.find('request')!;
    const payout = match.find('payout');
    const { amount: burnt } = read(anchor.body(), burnLayout);
    const row = { source: anchor.source, destination: request.destination, asset: request.source };
    if (payout !== undefined) {
      return {
        type: 'tonstakers_withdraw',
        row: {
          ...row,
          amount: payout.value - request.value,
          staking_data: { provider: 'liquid_staking', tokens_burnt: burnt },
        },
        data: { pool: request.destination } satisfies WithdrawalData,
        isFailed: anchor.isFailed,
      };
    }
    const payoutNft = billOf(match.find('mint')!);
    return {
      type: 'tonstakers_withdraw_request',
      row: {
        ...row,
        source_secondary: anchor.destination,
        amount: burnt,
        staking_data: { provider: 'liquid_staking', ts_nft: payoutNft },
      },
      isFailed: anchor.isFailed || payoutNft === undefined,
    };
  },
};

/** The NFT that is given for a later payout: its deployment, or the message to it, stays an action of its own. */
function billOf({ next }: Block): string | null | undefined {
  const bill = next.find(({ type }) => type === 'nft_mint');
  if (bill !== undefined) return nftMintData(bill).item;
  return next.find(({ opcode: code }) => code === nftOrderOpcode)?.destination;
}

interface WithdrawalData {
  readonly pool: string | null;
}

const distributeOpcode = 0xdb3b8abd;
const burnBillOpcode = 0xed58b0b2;
const startDistributionOpcode = 0xf127fe4e;
const distributedOpcode = 0x1140a64f;
const billLayout = { opcode, queryId, amount: coins, owner: address } satisfies Layout;

/** The NFT of an earlier request is paid. */
const delayedPayout: Matcher = {
  name: 'liquid staking delayed payout',
  pattern: call(distributeOpcode, {
    parent: labeledCall('bill', burnBillOpcode, { parent: call(startDistributionOpcode) }),
  }),
  build(anchor, match) {
    const bill = match.find('bill')!;
    const { amount, owner } = read(bill.body(), billLayout);
    const pool = payingPool(bill);
    return {
      type: 'tonstakers_withdraw',
      row: {
        source: owner,
        destination: pool,
        amount: anchor.value,
        asset: null,
        staking_data: { provider: 'liquid_staking', ts_nft: bill.source, tokens_burnt: amount },
      },
      data: { pool } satisfies WithdrawalData,
    };
  },
};

const distributionOpcodes: ReadonlySet<number | null> = new Set([
  distributeOpcode,
  burnBillOpcode,
  startDistributionOpcode,
]);

/** The pool that a distribution comes from, found upwards: bills are paid one from the other. */
function payingPool(bill: Block): string | null {
  let block = bill.previous;
  while (block !== null && distributionOpcodes.has(block.opcode)) block = block.previous;
  if (block?.opcode === distributedOpcode) return block.source;
  return block?.type === 'tonstakers_withdraw' ? (block.data as WithdrawalData).pool : null;
}

function isNominatorCommand(comment: string) {
  return blockWhere(
    'ton_transfer',
    (block, context) =>
      (block.data as TonTransferData).comment === comment &&
      context.account(block.destination)?.isNominatorPool === true,
  );
}

const nominatorDeposit: Matcher = {
  name: 'nominator pool deposit',
  pattern: isNominatorCommand('d'),
  addsExcessesOfAnchor: true,
  build(anchor) {
    return {
      type: 'nominator_pool_deposit',
      row: {
        source: anchor.source,
        destination: anchor.destination,
        amount: anchor.value,
        staking_data: { provider: 'nominator' },
      },
      isFailed: anchor.isFailed,
    };
  },
};

const nominatorWithdrawal: Matcher = {
  name: 'nominator pool withdraw request',
  pattern: isNominatorCommand('w'),
  addsExcessesOfAnchor: true,
  build(anchor, match) {
    const transfers = anchor.next.filter((next) => next.type === 'ton_transfer');
    const [first] = transfers;
    // Of two transfers the first is the payout, and the second what is left of the request's value.
    const isPaid = first !== undefined && (transfers.length === 2 || first.value > anchor.value);
    const payout = transfers.length <= 2 && isPaid ? first : undefined;
    return {
      ...nominatorWithdrawalContent(anchor.source, anchor.destination, payout),
      isFailed: anchor.isFailed,
      merged: [anchor, ...match.blocks, ...(transfers.length <= 2 ? transfers : [])],
    };
  },
};

/** The owner of a pool may pay nominators out. */
const nominatorWithdrawalByOwner: Matcher = {
  name: 'nominator pool withdraw by the owner',
  pattern: blockThat({
    opcodes: [0x00000002],
    where: (block, context) => isNominatorPool(block, context.account.bind(context)),
  }),
  addsExcessesOfAnchor: true,
  build(anchor) {
    return anchor.next
      .filter((next) => next.type === 'ton_transfer')
      .map((payout) => ({
        ...nominatorWithdrawalContent(payout.destination, anchor.destination, payout),
        isFailed: payout.isFailed,
        merged: [payout],
      }));
  },
};

function isNominatorPool(
  { destination }: Block,
  account: (address: string | null) => { readonly isNominatorPool?: boolean } | undefined,
): boolean {
  return account(destination)?.isNominatorPool === true;
}

function nominatorWithdrawalContent(holder: string | null, pool: string | null, payout: Block | undefined): Built {
  return {
    type: 'nominator_pool_withdraw_request',
    storedAs: payout === undefined ? 'stake_withdrawal_request' : 'stake_withdrawal',
    row: {
      source: holder,
      destination: pool,
      amount: payout?.value ?? null,
      staking_data: { provider: 'nominator' },
    },
  };
}

const usde = '0:086FA2A675F74347B08DD4606A549B8FDB98829CB282BC1949D3B12FBAED9DCC';
const stakedUsde = '0:D0E545323C7ACB7102653C073377F7E3C67F122EB94D430A250739F109D4A57D';

const ethenaDeposit: Matcher = {
  name: 'Ethena deposit',
  pattern: blockWhere('jetton_transfer', (block) => transferData(block).asset === usde, {
    child: blockWhere('jetton_mint', (block) => (block.data as JettonMintData).asset === stakedUsde, { label: 'mint' }),
  }),
  build(anchor, match) {
    const { sender, receiver, senderWallet, amount } = transferData(anchor);
    const mint = match.find('mint')!;
    const minted = mint.data as JettonMintData;
    return {
      type: 'ethena_deposit',
      row: {
        source: sender,
        source_secondary: senderWallet,
        destination: receiver,
        amount,
        asset: minted.asset,
        asset2: usde,
        staking_data: { provider: 'ethena', tokens_minted: minted.amount },
      },
      merged: [anchor, mint],
    };
  },
};

const ethenaMintOpcode = 0x642b7d07;
const ethenaCreditOpcode = 0xb2583ed5;

/** Staked tokens go to their master itself, and a minter credits what is to be paid later. */
const ethenaWithdrawal: Matcher = {
  name: 'Ethena withdrawal request',
  pattern: call(jettonTransferOpcode, {
    child: labeledCall('toMaster', internalTransferOpcode, {
      child: call(notificationOpcode, {
        child: labeledCall('mint', ethenaMintOpcode, { child: labeledCall('credit', ethenaCreditOpcode) }),
      }),
    }),
  }),
  build(anchor, match, context) {
    const toMaster = match.find('toMaster')!;
    const credit = match.find('credit')!;
    const { source: sender } = anchor;
    const spent = context.jettonWallet(anchor.destination);
    const credited = context.jettonWallet(credit.destination);
    if (spent?.owner !== sender || credited?.owner !== sender) return null;
    if (spent.jetton !== toMaster.destination || credited.jetton !== credit.source) return null;
    return {
      type: 'ethena_withdrawal_request',
      row: {
        source: sender,
        source_secondary: anchor.destination,
        destination: match.find('mint')!.source,
        asset: spent.jetton,
        amount: read(toMaster.body(), internalTransferLayout).amount,
        staking_data: {
          provider: 'ethena',
          tokens_minted: read(credit.body(), internalTransferLayout).amount,
        },
      },
    };
  },
};

export const stakingMatchers = {
  liquidDeposit,
  liquidWithdrawal,
  delayedPayout,
  nominatorDeposit,
  nominatorWithdrawal,
  nominatorWithdrawalByOwner,
  ethenaDeposit,
  ethenaWithdrawal,
};
