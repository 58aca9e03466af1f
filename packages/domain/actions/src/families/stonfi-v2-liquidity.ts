import { internalTransferLayout, ptonTransferLayout } from '../bodies/jetton-messages.ts';
import { address, coins, type Layout, opcode, queryId, read } from '../bodies/layout.ts';
import { internalTransferOpcode, notificationOpcode, ptonTransferOpcode } from '../bodies/opcodes.ts';
import type { Block } from '../engine/block.ts';
import type { Match } from '../engine/match.ts';
import type { Matcher } from '../engine/matcher.ts';
import { insertEmpty } from '../engine/merge.ts';
import { oneOf, blockOf, call, labeledBlock, labeledCall, optional } from '../engine/pattern.ts';
import { type Deposit, depositContent } from './deposit.ts';
import { type JettonBurnData, transferData } from './jettons.ts';
import { stonfiV2PayOpcode } from './stonfi-v2.ts';
import { type WithdrawnSide, withdrawalRow } from './withdrawal.ts';

const provideLayout = { opcode, queryId, from: address, amount1: coins, amount2: coins } satisfies Layout;
const addOpcode = 0x50c6a654;

/** One side of a deposit; the other one is a sibling, or comes later. */
const provide: Matcher = {
  name: 'STON.fi v2 provide',
  pattern: call(0x37c096df, {
    parent: oneOf(
      call(notificationOpcode, { parent: labeledCall('in', ptonTransferOpcode) }),
      labeledBlock('in', 'jetton_transfer'),
      call(notificationOpcode, {
        parent: call(internalTransferOpcode, { parent: labeledBlock('in', 'jetton_transfer') }),
      }),
    ),
    child: call(addOpcode, {
      child: optional(
        call(0x06ecd527, {
          child: oneOf(labeledCall('minted', internalTransferOpcode), labeledCall('refused', addOpcode)),
        }),
      ),
    }),
  }),
  build(anchor, match) {
    const deposit = providedSide(anchor, match);
    const first = match.find('in')!;
    const sibling = first.previous?.next.find((next) => isOtherSide(next, deposit));
    const isFailed = match.find('refused') !== undefined;
    if (sibling === undefined) return { ...depositContent('dex_deposit_liquidity', deposit), isFailed };
    const { asset1: asset2, amount1: amount2, wallet1: wallet2, minted } = sibling.data as Deposit;
    const whole = { ...deposit, asset2, amount2, wallet2, minted: deposit.minted ?? minted ?? null } as Deposit;
    return {
      ...depositContent('dex_deposit_liquidity', whole),
      isFailed,
      merged: [anchor, ...match.blocks, sibling, insertEmpty(first.previous!, [first, sibling])],
    };
  },
};

function providedSide(anchor: Block, match: Match): Deposit {
  const { from, amount1, amount2 } = read(anchor.body(), provideLayout);
  const first = match.find('in')!;
  const transfer = first.type === 'jetton_transfer' ? transferData(first) : null;
  const minted = match.find('minted');
  return {
    dex: 'stonfi_v2',
    sender: from,
    pool: anchor.destination,
    contract: null,
    asset1: transfer?.asset ?? null,
    amount1: amount1 > 0n ? amount1 : amount2,
    wallet1: transfer?.senderWallet ?? null,
    minted: minted === undefined ? null : read(minted.body(), internalTransferLayout).amount,
  };
}

/** Whether a block is a deposit of the other side: one of the two mints LP tokens, the other does not. */
function isOtherSide(block: Block, { sender, pool, minted }: Deposit): boolean {
  if (block.type !== 'dex_deposit_liquidity') return false;
  const other = block.data as Deposit;
  return other.dex === 'stonfi_v2' && other.sender === sender && other.pool === pool && other.minted !== minted;
}

const refundOpcode = 0x0f98e2b8;

const withdraw: Matcher = {
  name: 'STON.fi v2 withdraw liquidity',
  pattern: call(stonfiV2PayOpcode, {
    parent: oneOf(
      labeledCall('refund', refundOpcode, { parent: labeledCall('request', 0x132b9a2c) }),
      call(0x297437cf, { parent: labeledBlock('burn', 'jetton_burn') }),
    ),
    child: blockOf('jetton_transfer'),
  }),
  build(anchor, match) {
    const burn = match.find('burn')?.data as JettonBurnData | undefined;
    const others = anchor.previous!.next.filter(
      (next) => next !== anchor && next.opcode === stonfiV2PayOpcode && transferAfter(next) !== undefined,
    );
    const transfers = [anchor, ...others].map((pay) => transferAfter(pay)!);
    const tonTransfers = transfers.map(sentOn).filter((block) => block !== undefined);
    return {
      type: 'dex_withdraw_liquidity',
      row: withdrawalRow({
        dex: 'stonfi_v2',
        sender: burn === undefined ? match.find('request')!.source : burn.owner,
        senderWallet: burn?.wallet ?? null,
        pool: anchor.source,
        lpAsset: burn?.asset ?? null,
        burnt: burn?.amount ?? null,
        isRefund: burn === undefined,
        sides: transfers.map(paidSide),
      }),
      merged: [anchor, ...match.blocks, ...others, ...transfers, ...tonTransfers],
    };
  },
};

function transferAfter(pay: Block): Block | undefined {
  return pay.next.find((next) => next.type === 'jetton_transfer');
}

/** The wallet of wrapped TON that sends a payment on as TON. */
function sentOn(transfer: Block): Block | undefined {
  return transfer.next.find((next) => next.opcode === ptonTransferOpcode);
}

function paidSide(transfer: Block): WithdrawnSide {
  const { asset, amount, receiverWallet, sender, senderWallet } = transferData(transfer);
  const ton = sentOn(transfer);
  const paid =
    ton === undefined ? { asset, amount } : { asset: null, amount: read(ton.body(), ptonTransferLayout).tonAmount };
  return { ...paid, userWallet: receiverWallet, dexWallet: sender, dexJettonWallet: senderWallet };
}

export const stonfiV2LiquidityMatchers = { provide, withdraw };
