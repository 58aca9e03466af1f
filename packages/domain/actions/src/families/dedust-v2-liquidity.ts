import { address, coins, flag, type Layout, opcode, queryId, read, reference, uint } from '../bodies/layout.ts';
import { orNull } from '../bodies/tolerant.ts';
import type { Block } from '../engine/block.ts';
import type { Match } from '../engine/match.ts';
import type { Built, Matcher } from '../engine/matcher.ts';
import { oneOf, call, labeledBlock, labeledCall, optional, type Pattern } from '../engine/pattern.ts';
import {
  byStart,
  optionalExcess,
  optionalPayout,
  payNativeOpcode,
  paymentPayload,
  payoutColumns,
  payoutOf,
  payoutOpcode,
} from './dedust-v2-messages.ts';
import { type AssetAmount, type Deposit, depositContent } from './deposit.ts';
import { transferData } from './jettons.ts';

const plain = { takesExcesses: false } as const;

const withdrawLayout = {
  opcode,
  queryId,
  liquidity: coins,
  minX: coins,
  minY: coins,
  claimsFees: flag,
} satisfies Layout;
const withdrawalEventLayout = { opcode, liquidity: coins } satisfies Layout;

const withdraw: Matcher = {
  name: 'DeDust v2 withdraw',
  pattern: call(0x20b5ef89, {
    child: call(0xbc1531a9, {
      ...plain,
      child: call(0xf6f6a3aa, {
        ...plain,
        children: [optional(labeledCall('event', 0xc0d77b54, plain)), optionalPayout, optionalPayout],
      }),
    }),
  }),
  build(anchor, match) {
    const { liquidity, claimsFees } = read(anchor.body(), withdrawLayout);
    // Fees would be paid in the same way, and could not be told from what is withdrawn.
    if (claimsFees) return null;
    const event = match.find('event');
    const [first, second] = match.all('payout').toSorted(byStart).map(payoutOf);
    return {
      type: 'dex_withdraw_liquidity',
      row: {
        source: anchor.source,
        destination: anchor.destination,
        dex_withdraw_liquidity_data: {
          dex: 'dedust_v2',
          amount1: first?.amount,
          amount2: second?.amount,
          ...payoutColumns(first, second),
          is_refund: event === undefined,
          lp_tokens_burnt: event === undefined ? liquidity : read(event.body(), withdrawalEventLayout).liquidity,
        },
      },
      isFailed: event === undefined,
    };
  },
};

const joinOpcode = 0x25251ee0;
const joinLayout = {
  opcode,
  queryId,
  config: reference,
  amountX: coins,
  amountY: coins,
  initiator: address,
} satisfies Layout;
const depositEventOpcode = 0x35df2e12;
const depositEventLayout = { opcode, amountX: coins, amountY: coins, liquidity: coins } satisfies Layout;
const creditOpcode = 0xdc5ddba1;
const creditLayout = { opcode, queryId, isX: flag, amount: coins } satisfies Layout;
const depositPayloadLayout = {
  opcode,
  amountX: coins,
  amountY: coins,
  minLiquidity: coins,
  locked: uint(16),
} satisfies Layout;

const carrier = oneOf(labeledBlock('carrier', 'jetton_transfer'), labeledCall('carrier', payNativeOpcode, plain));
const credit = labeledCall('credit', creditOpcode, { ...plain, parent: carrier });

const refunds: readonly Pattern[] = [
  optional(labeledBlock('refund', 'jetton_transfer')),
  optional(labeledBlock('refund', 'jetton_transfer')),
  optional(labeledCall('tonRefund', payoutOpcode, plain)),
];

const deposit: Matcher = {
  name: 'DeDust v2 deposit',
  pattern: call(joinOpcode, {
    parent: credit,
    children: [optional(labeledCall('event', depositEventOpcode, plain)), optional(call(0x855afcbd)), ...refunds],
  }),
  build(anchor, match) {
    const event = match.find('event');
    if (event === undefined) return null;
    const { initiator } = read(anchor.body(), joinLayout);
    const excesses = refundsTo(initiator, match);
    if (excesses === null) return null;
    const { amountX, amountY, liquidity } = read(event.body(), depositEventLayout);
    return completedDeposit(anchor, match, {
      sender: initiator,
      amount1: amountX,
      amount2: amountY,
      minted: liquidity,
      excesses,
    });
  },
};

const rejectedDeposit: Matcher = {
  name: 'DeDust v2 rejected deposit',
  pattern: call(joinOpcode, { parent: credit, children: [...refunds, optionalExcess] }),
  build(anchor, match) {
    if (anchor.next.some((next) => next.opcode === depositEventOpcode)) return null;
    const { initiator, amountX, amountY } = read(anchor.body(), joinLayout);
    const excesses = refundsTo(initiator, match);
    if (excesses === null || excesses.length === 0) return null;
    const sides = { sender: initiator, amount1: amountX, amount2: amountY, excesses };
    return { ...completedDeposit(anchor, match, sides), isFailed: true };
  },
};

/** What was sent back; null when some of it went to somebody else. */
function refundsTo(initiator: string | null, match: Match): AssetAmount[] | null {
  const jettons = match.all('refund').toSorted(byStart).map(transferData);
  const ton = match.find('tonRefund');
  if (jettons.some(({ receiver }) => receiver !== initiator)) return null;
  if (ton !== undefined && ton.destination !== initiator) return null;
  return [
    ...jettons.map(({ asset, amount }) => ({ asset, amount })),
    ...(ton === undefined ? [] : [{ asset: null, amount: payoutOf(ton).amount }]),
  ];
}

type Sides = Pick<Deposit, 'sender' | 'amount1' | 'amount2' | 'minted' | 'excesses'>;

/** X is side 1, Y side 2; this match knows the asset of one of them. */
function completedDeposit(anchor: Block, match: Match, sides: Sides): Built {
  const side = sideOf(match.find('carrier')!, match.find('credit')!);
  const target = depositTarget(match.find('carrier')!);
  return depositContent('dedust_v2_deposit_liquidity', {
    dex: 'dedust_v2',
    pool: anchor.destination,
    contract: anchor.source,
    ...sides,
    ...side.columns,
    targetAmount1: target?.amountX ?? null,
    targetAmount2: target?.amountY ?? null,
  });
}

/** By which side something came in, from whom. */
function sideOf(block: Block, crediting: Block) {
  const { isX, amount } = read(crediting.body(), creditLayout);
  const isJetton = block.type === 'jetton_transfer';
  const { asset, senderWallet, sender } = isJetton
    ? transferData(block)
    : { asset: null, senderWallet: null, sender: block.source };
  const columns = isX
    ? { asset1: asset, wallet1: senderWallet, targetAsset1: asset }
    : { asset2: asset, wallet2: senderWallet, targetAsset2: asset };
  return { columns, amounts: isX ? { amount1: amount } : { amount2: amount }, sender };
}

function depositTarget(block: Block) {
  return orNull(() => {
    const payload = paymentPayload(block);
    return payload === null ? null : read(payload, depositPayloadLayout);
  });
}

const partialDeposit: Matcher = {
  name: 'DeDust v2 partial deposit',
  pattern: call(creditOpcode, { parent: carrier, child: optionalExcess }),
  build(anchor, match) {
    const { columns, amounts, sender } = sideOf(match.find('carrier')!, anchor);
    return depositContent('dedust_v2_deposit_liquidity_partial', {
      dex: 'dedust_v2',
      sender,
      pool: anchor.source,
      contract: anchor.destination,
      ...columns,
      ...amounts,
    });
  },
};

export const dedustV2LiquidityMatchers = { withdraw, deposit, rejectedDeposit, partialDeposit };
