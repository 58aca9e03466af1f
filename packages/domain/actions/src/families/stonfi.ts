import { address, coins, flag, type Layout, opcode, queryId, read, reference, uint } from '../bodies/layout.ts';
import type { Block } from '../engine/block.ts';
import type { HasBody } from '../trace/trace-node.ts';
import type { Matcher } from '../engine/matcher.ts';
import { blockOf, labeledBlock, labeledCall } from '../engine/pattern.ts';
import { payloadOf, transferData } from './jettons.ts';
import { swapContent } from './swap.ts';

export const stonfiSwapOpcode = 0x25938561;
export const stonfiPayOpcode = 0xf93bb43f;
const swapOkCode = 0xc64370e5;
const referralCode = 0x45078540;

export const stonfiSwapLayout = {
  opcode,
  queryId,
  to: address,
  tokenWallet: address,
  amount: coins,
  minOut: coins,
  hasReferral: flag,
  details: reference,
} satisfies Layout;
const swapDetails = { realUser: address } satisfies Layout;

/** The forward payload by which a transfer asks for a swap. */
export const stonfiPayloadLayout = { opcode, tokenWallet: address, minOut: coins, to: address } satisfies Layout;

const payLayout = { opcode, queryId, owner: address, exitCode: uint(32), details: reference } satisfies Layout;
const payDetails = { amount0: coins, wallet0: address, amount1: coins, wallet1: address } satisfies Layout;

/** STON.fi v1: router → pool → router. */
const swap: Matcher = {
  name: 'STON.fi v1 swap',
  pattern: blockOf('jetton_transfer', {
    child: labeledCall('swap', stonfiSwapOpcode, {
      child: labeledCall('pay', stonfiPayOpcode, { child: labeledBlock('payout', 'jetton_transfer') }),
    }),
  }),
  build(anchor, match, context) {
    const transfer = transferData(anchor);
    const pool = match.find('swap')!;
    const { tokenWallet, amount, details } = read(pool.body(), stonfiSwapLayout);
    const { realUser } = read(details, swapDetails);
    const payment = wantedPayment(match.all('pay'));
    if (payment === undefined) return null;
    const payout = payment.next.find((next) => next.type === 'jetton_transfer');
    if (payout === undefined) return null;
    const { exitCode, amount: amountOut, wallet: walletOut } = readStonfiPay(payment);
    const wallet = context.jettonWallet(tokenWallet);
    if (wallet === undefined) return null;
    const payload = payloadOf(anchor);
    const request = payload === null ? null : read(payload, stonfiPayloadLayout);
    const wanted = request?.tokenWallet ?? null;
    const out = transferData(payout);
    const hasWallets = out.hasInternalTransfer;
    const content = swapContent({
      dex: 'stonfi',
      incoming: {
        asset: wallet.jetton,
        source: realUser,
        sourceWallet: transfer.hasInternalTransfer ? transfer.senderWallet : null,
        destination: wallet.owner,
        destinationWallet: tokenWallet,
        amount,
      },
      outgoing: {
        asset: context.jettonWallet(walletOut)?.jetton ?? null,
        source: out.sender,
        sourceWallet: hasWallets ? out.senderWallet : null,
        destination: hasWallets ? out.receiver : (request?.to ?? realUser),
        destinationWallet: hasWallets ? out.receiverWallet : null,
        amount: amountOut,
      },
      assetOut: context.jettonWallet(wanted)?.jetton ?? null,
    });
    return {
      ...content,
      row: { ...content.row, destination_secondary: wanted },
      isFailed: exitCode !== swapOkCode,
      merged: [anchor, pool, payment, payout],
    };
  },
};

/** What a pool tells the router to pay: the amount that is not zero. */
export function readStonfiPay(pay: HasBody) {
  const { exitCode, details } = read(pay.body(), payLayout);
  const { amount0, wallet0, amount1, wallet1 } = read(details, payDetails);
  const isFirst = amount0 > amount1;
  return { exitCode, amount: isFirst ? amount0 : amount1, wallet: isFirst ? wallet0 : wallet1 };
}

/** The payment to the sender: the larger one that is not the referral's. */
function wantedPayment(payments: readonly Block[]): Block | undefined {
  let wanted: Block | undefined;
  let largest = -1n;
  for (const payment of payments) {
    const { exitCode, amount } = readStonfiPay(payment);
    if (exitCode === referralCode || amount <= largest) continue;
    wanted = payment;
    largest = amount;
  }
  return wanted;
}

export const stonfiMatchers = { swap };
