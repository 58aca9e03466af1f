import { ActionsError } from '../actions-error.ts';
import { burnLayout, internalTransferLayout, transferLayout } from '../bodies/jetton-messages.ts';
import { address, coins, flag, type Layout, opcode, queryId, read, reference } from '../bodies/layout.ts';
import {
  burnNotificationOpcode,
  burnOpcode,
  internalTransferOpcode,
  jettonTransferOpcode,
  notificationOpcode,
} from '../bodies/opcodes.ts';
import type { Block } from '../engine/block.ts';
import type { Context } from '../engine/context.ts';
import type { Match } from '../engine/match.ts';
import type { Matcher } from '../engine/matcher.ts';
import { oneOf, blockOf, call, labeledBlock, labeledCall, optional, type Pattern } from '../engine/pattern.ts';
import { dedustAsset } from './dedust-asset.ts';
import { type AssetAmount, type Deposit, depositContent } from './deposit.ts';
import { transferData } from './jettons.ts';
import { type Withdrawal, withdrawalRow } from './withdrawal.ts';

const tonDepositOpcode = 0xd55e4686;
const forwardOpcode = 0xf04ec526;
const deployOpcode = 0x9b3aa3fa;
const putOpcode = 0x54240fe5;
const finalOpcode = 0xb56b9598;
const rejectionOpcode = 0xe1a36cd4;
const excessOpcode = 0x6b0b787f;
const tonPayoutOpcode = 0x474f86cf;

const tonDepositLayout = {
  opcode,
  queryId,
  amount: coins,
  poolKind: flag,
  asset0: dedustAsset,
  asset1: dedustAsset,
  targets: reference,
} satisfies Layout;
const tonTargets = { minLiquidity: coins, target0: coins, target1: coins } satisfies Layout;
const depositPayloadLayout = {
  opcode,
  poolKind: flag,
  asset0: dedustAsset,
  asset1: dedustAsset,
  ...tonTargets,
} satisfies Layout;
const finalLayout = {
  opcode,
  queryId,
  proof: reference,
  owner: address,
  minLiquidity: coins,
  assets: reference,
} satisfies Layout;
const finalAssets = { asset0: dedustAsset, amount0: coins, asset1: dedustAsset, amount1: coins } satisfies Layout;
const excessLayout = { opcode, queryId, proof: reference, amount: coins } satisfies Layout;

/** The jetton transfer matcher comes later, so these are still single messages. */
const sentJettons = call(notificationOpcode, {
  parent: labeledCall('received', internalTransferOpcode, { parent: labeledCall('sent', jettonTransferOpcode) }),
});

function depositParent(deployment: Pattern): Pattern {
  return call(forwardOpcode, {
    child: deployment,
    parent: oneOf(labeledCall('ton', tonDepositOpcode), sentJettons),
  });
}

const excess = optional(
  call(excessOpcode, {
    child: oneOf(
      labeledCall('jettonExcess', jettonTransferOpcode, {
        child: call(internalTransferOpcode, { child: optional(call(notificationOpcode)) }),
      }),
      labeledCall('tonExcess', tonPayoutOpcode),
    ),
  }),
);
const excesses: readonly Pattern[] = [optional(blockOf('ton_transfer')), excess, excess];

const finalDeposit: Matcher = {
  name: 'DeDust deposit of the final asset',
  pattern: call(finalOpcode, {
    parent: call(putOpcode, { parent: depositParent(optional(call(deployOpcode))) }),
    children: [
      oneOf(
        labeledCall('minted', internalTransferOpcode, { child: optional(call(notificationOpcode)) }),
        labeledCall('rejection', rejectionOpcode, { children: excesses }),
      ),
      optional(call(0xaae79256, { children: excesses })),
    ],
  }),
  build(anchor, match, context) {
    const { owner, assets } = read(anchor.body(), finalLayout);
    const { asset0, amount0, asset1, amount1 } = read(assets, finalAssets);
    const minted = match.find('minted');
    const rejection = match.find('rejection');
    const content = depositContent('dedust_deposit_liquidity', {
      dex: 'dedust',
      sender: owner,
      pool: rejection === undefined ? anchor.destination : rejection.source,
      contract: anchor.source,
      ...sentSide(match, context),
      targetAsset1: asset0,
      targetAmount1: amount0,
      targetAsset2: asset1,
      targetAmount2: amount1,
      minted: minted === undefined ? null : read(minted.body(), internalTransferLayout).amount,
      excesses: excessesFor(owner, match, context),
    });
    return { ...content, isFailed: rejection !== undefined };
  },
};

/** What was sent, and from which wallet: side 1. */
function sentSide(match: Match, context: Context) {
  const ton = match.find('ton');
  if (ton !== undefined) return { asset1: null, amount1: read(ton.body(), tonDepositLayout).amount };
  const sent = match.find('sent')!;
  const { destination } = match.find('received')!;
  return {
    asset1: context.jettonWallet(destination)?.jetton ?? null,
    amount1: read(sent.body(), transferLayout).amount,
    wallet1: sent.destination,
  };
}

/** What the pool did not take, as far as it went to the sender. */
function excessesFor(sender: string | null, match: Match, context: Context): AssetAmount[] {
  const ton = match
    .all('tonExcess')
    .filter(({ destination }) => destination === sender)
    .map(({ value }) => ({ asset: null, amount: value }));
  const jettons = match.all('jettonExcess').flatMap((block) => {
    const { destination, amount } = read(block.body(), transferLayout);
    const asset = context.jettonWallet(block.destination)?.jetton ?? null;
    return destination === sender ? [{ asset, amount }] : [];
  });
  return [...ton, ...jettons];
}

const partialDeposit: Matcher = {
  name: 'DeDust deposit of the first asset',
  pattern: call(putOpcode, { parent: depositParent(call(deployOpcode)) }),
  build(anchor, match, context) {
    const isFinal = anchor.next.some((next) => next.opcode === finalOpcode || next.opcode === rejectionOpcode);
    if (isFinal) return null;
    const { asset0, asset1, target0, target1 } = targetsOf(match);
    return depositContent('dedust_deposit_liquidity_partial', {
      dex: 'dedust',
      sender: (match.find('ton') ?? match.find('sent'))!.source,
      pool: null,
      contract: anchor.destination,
      ...sentSide(match, context),
      targetAsset1: asset0,
      targetAmount1: target0,
      targetAsset2: asset1,
      targetAmount2: target1,
    });
  },
};

function targetsOf(match: Match) {
  const ton = match.find('ton');
  if (ton === undefined)
    return read(read(match.find('sent')!.body(), transferLayout).forwardPayload, depositPayloadLayout);
  const { asset0, asset1, targets } = read(ton.body(), tonDepositLayout);
  return { asset0, asset1, ...read(targets, tonTargets) };
}

/**
 * One deposit of the two of a pair. Its assets must be the two that the pool was asked for, and that of the first
 * deposit is number 1; the target amounts keep their order. Throws `contradiction`.
 */
export function foldedDedustDeposit(final: Deposit, partial: Deposit): Deposit {
  const amounts = new Map<string | null, bigint>();
  for (const { asset1 = null, amount1 } of [partial, final]) {
    amounts.set(asset1, (amounts.get(asset1) ?? 0n) + (amount1 ?? 0n));
  }
  const [first, second] = [...amounts];
  const targets = [final.targetAsset1 ?? null, final.targetAsset2 ?? null];
  const partialTargets = [partial.targetAsset1 ?? null, partial.targetAsset2 ?? null];
  const isSame =
    first !== undefined && second !== undefined && [first, second].every(([asset]) => targets.includes(asset));
  if (!isSame || !partialTargets.every((asset) => targets.includes(asset))) {
    throw new ActionsError('contradiction', 'Two deposits for one contract are for other assets than the pool has');
  }
  return {
    ...final,
    asset1: first[0],
    amount1: first[1],
    wallet1: partial.wallet1 ?? null,
    asset2: second[0],
    amount2: second[1],
    wallet2: final.wallet1 ?? null,
    targetAsset1: first[0],
    targetAsset2: second[0],
    excesses: [...(final.excesses ?? []), ...(partial.excesses ?? [])],
  };
}

const payoutOpcode = 0xad4eb6f5;
const payout = call(payoutOpcode, {
  label: 'payout',
  child: oneOf(call(tonPayoutOpcode), labeledBlock('transfer', 'jetton_transfer')),
});

/** LP tokens are burnt, and both assets are paid. */
const withdraw: Matcher = {
  name: 'DeDust withdraw',
  pattern: call(burnOpcode, { child: call(burnNotificationOpcode, { children: [payout, payout] }) }),
  build(anchor, match, context) {
    const wallet = context.jettonWallet(anchor.destination);
    if (wallet === undefined) return null;
    const [first, second] = match.all('payout').map(paidSide);
    const withdrawal: Withdrawal = {
      dex: 'dedust',
      sender: wallet.owner,
      senderWallet: anchor.destination,
      pool: match.call(burnNotificationOpcode)!.destination,
      lpAsset: wallet.jetton,
      burnt: read(anchor.body(), burnLayout).amount,
      sides: [first!, second!],
      isRefund: false,
    };
    return { type: 'dex_withdraw_liquidity', row: withdrawalRow(withdrawal) };
  },
};

function paidSide(paid: Block) {
  const { amount } = read(paid.body(), excessLayout);
  const transfer = paid.next.find((next) => next.type === 'jetton_transfer');
  if (transfer === undefined) {
    const ton = paid.next.find((next) => next.opcode === tonPayoutOpcode);
    return { asset: null, amount, userWallet: null, dexWallet: ton?.source ?? null, dexJettonWallet: null };
  }
  const { asset, amount: received, receiverWallet, sender, senderWallet } = transferData(transfer);
  return { asset, amount: received, userWallet: receiverWallet, dexWallet: sender, dexJettonWallet: senderWallet };
}

export const dedustLiquidityMatchers = { finalDeposit, partialDeposit, withdraw };
