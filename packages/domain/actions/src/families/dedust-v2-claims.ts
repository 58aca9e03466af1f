import { address, coins, type Layout, opcode, queryId, read, uint } from '../bodies/layout.ts';
import type { Context } from '../engine/context.ts';
import type { Matcher } from '../engine/matcher.ts';
import { call, labeledCall } from '../engine/pattern.ts';
import { byStart, optionalExcess, optionalPayout, type Payout, payoutColumns, payoutOf } from './dedust-v2-messages.ts';

const plain = { takesExcesses: false } as const;

const feesLayout = { opcode, queryId, amountX: coins, amountY: coins, owner: address } satisfies Layout;

const claimFees: Matcher = {
  name: 'DeDust v2 claim fees',
  pattern: call(0x5652f1df, {
    child: call(0x25f19752, {
      ...plain,
      child: labeledCall('fees', 0x29ff1bcf, { ...plain, children: [optionalPayout, optionalPayout, optionalExcess] }),
    }),
  }),
  build(anchor, match, context) {
    const fees = match.find('fees')!;
    const { amountX, amountY } = read(fees.body(), feesLayout);
    let x: Payout | undefined;
    let y: Payout | undefined;
    for (const payout of match.all('payout').toSorted(byStart).map(payoutOf)) {
      if (payout.amount === amountX && x === undefined) x = payout;
      else if (payout.amount === amountY && y === undefined) y = payout;
    }
    const columns = {
      dex: 'dedust_v2',
      amount1: amountX,
      amount2: amountY,
      ...payoutColumns(x, y),
      is_refund: false,
    };
    const assets = poolAssets(anchor.destination, [x, y], context);
    return {
      type: 'dedust_v2_claim_fees',
      row: {
        source: anchor.source,
        destination: anchor.destination,
        destination_secondary: fees.source,
        dex_withdraw_liquidity_data: columns,
      },
      correction: assets && { row: { dex_withdraw_liquidity_data: { ...columns, ...assets } } },
    };
  },
};

/** The asset of the side that was not paid, where the pool is known: without it the side looks like TON. */
function poolAssets(pool: string | null, [x, y]: readonly (Payout | undefined)[], context: Context) {
  const assets = context.account(pool)?.dedustPool?.assets;
  const paid = x ?? y;
  if (assets === undefined || paid === undefined || (x !== undefined && y !== undefined)) return undefined;
  const other = assets.find((asset) => asset !== paid.asset);
  return x === undefined ? { asset1_out: other } : { asset2_out: other };
}

const rewardLayout = { opcode, queryId, amount: coins, index: uint(2), owner: address } satisfies Layout;

const claimReward: Matcher = {
  name: 'DeDust v2 claim reward',
  pattern: call(0x909fdb65, {
    child: call(0x2e0cccba, {
      ...plain,
      child: labeledCall('reward', 0x9e17fbbe, { ...plain, children: [optionalPayout, optionalExcess] }),
    }),
  }),
  build(anchor, match) {
    const reward = match.find('reward')!;
    const { amount } = read(reward.body(), rewardLayout);
    const payout = match.find('payout');
    return {
      type: 'dedust_v2_claim_reward',
      row: {
        source: anchor.source,
        destination: anchor.destination,
        destination_secondary: reward.source,
        dex_withdraw_liquidity_data: {
          dex: 'dedust_v2',
          amount1: amount,
          ...payoutColumns(payout === undefined ? undefined : payoutOf(payout), undefined),
          is_refund: false,
        },
      },
    };
  },
};

export const dedustV2ClaimMatchers = { claimFees, claimReward };
