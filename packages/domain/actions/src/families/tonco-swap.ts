import type { CellSlice } from '@tonriver/boc';
import { notificationLayout } from '../bodies/jetton-messages.ts';
import {
  address,
  big,
  coins,
  type Layout,
  maybeReference,
  opcode,
  opcodeOf,
  queryId,
  read,
  uint,
} from '../bodies/layout.ts';
import { jettonTransferOpcode, notificationOpcode, ptonTransferOpcode } from '../bodies/opcodes.ts';
import { orNull } from '../bodies/tolerant.ts';
import type { Block } from '../engine/block.ts';
import type { HasBody } from '../trace/trace-node.ts';
import type { Context } from '../engine/context.ts';
import type { Match } from '../engine/match.ts';
import type { Matcher } from '../engine/matcher.ts';
import {
  oneOf,
  type BlockPattern,
  call,
  labeledBlock,
  labeledCall,
  later,
  optional,
  type Pattern,
} from '../engine/pattern.ts';
import { payloadOf } from './jettons.ts';
import { assetOf } from './pton.ts';
import { incomingTransfer, paidBy, transferOrPton } from './stonfi-v2.ts';
import { swapContent, type SwapHop, type SwapTransfer } from './swap.ts';

export const toncoSwapOpcode = 0xa7fb58f8;
export const toncoPayOpcode = 0xa1daa96d;

const payLayout = {
  opcode,
  queryId,
  receiver0: address,
  receiver1: address,
  exitCode: uint(32),
  seqno: big(64),
  amounts: maybeReference,
} satisfies Layout;
const payAmounts = { amount0: coins, wallet0: address, amount1: coins, wallet1: address } satisfies Layout;

/** What a pool tells its router to pay. */
export function readToncoPay(pay: HasBody) {
  const { exitCode, amounts, receiver0, receiver1 } = read(pay.body(), payLayout);
  return { exitCode, receiver0, receiver1, amounts: amounts === null ? null : read(amounts, payAmounts) };
}

const okCodes: ReadonlySet<number> = new Set([0, 200]);

const nextSwap: Pattern = later(() => swapStep);

/** The ways on from a payment, in the order in which they are tried. */
const swapStep: BlockPattern = labeledCall('swap', toncoSwapOpcode, {
  child: labeledCall('pay', toncoPayOpcode, {
    child: oneOf(
      labeledBlock('hop', 'jetton_transfer', {
        child: call(ptonTransferOpcode, { child: call(notificationOpcode, { child: nextSwap }) }),
      }),
      labeledBlock('hop', 'jetton_transfer', { child: nextSwap }),
      labeledCall('tonOut', jettonTransferOpcode, { child: labeledCall('tonTransfer', ptonTransferOpcode) }),
      labeledBlock('out', 'jetton_transfer', { child: optional(call(ptonTransferOpcode)) }),
    ),
  }),
});

const swap: Matcher = {
  name: 'TONCO swap',
  pattern: { ...swapStep, parent: transferOrPton },
  build(anchor, match, context) {
    const swaps = [anchor, ...match.all('swap')];
    const payments = match.all('pay');
    const out = match.find('out');
    if (swaps.length !== payments.length || out === undefined) return null;
    const incoming = incomingTransfer(match);
    const outgoing = paidBy(out);
    const isFailed = payments.some((pay) => !okCodes.has(readToncoPay(pay).exitCode));
    const content = swapContent({
      dex: 'tonco',
      incoming,
      outgoing,
      hops: hopsOf(incoming, payments, context),
      ...wanted(isFailed ? wantedStep(match, false) : null, outgoing, context),
    });
    const right = isFailed ? wanted(wantedStep(match, true), outgoing, context) : undefined;
    const corrected = right && swapContent({ dex: 'tonco', incoming, outgoing, ...right });
    return {
      ...content,
      isFailed,
      ...(corrected === undefined ? {} : { correction: { row: corrected.row } }),
    };
  },
};

/** Each payment is a hop: the side with an amount is what it pays. */
function hopsOf(incoming: SwapTransfer, payments: readonly Block[], context: Context): SwapHop[] {
  const hops: SwapHop[] = [];
  let [assetIn, amountIn] = [incoming.asset, incoming.amount];
  for (const pay of payments) {
    const { amounts } = readToncoPay(pay);
    if (amounts === null) return hops;
    const isFirst = amounts.amount0 > 0n;
    const amountOut = isFirst ? amounts.amount0 : amounts.amount1;
    const wallet = isFirst ? amounts.wallet0 : amounts.wallet1;
    const assetOut = assetOf(context.jettonWallet(wallet)?.jetton ?? null);
    hops.push({ assetIn, amountIn, assetOut, amountOut });
    [assetIn, amountIn] = [assetOut, amountOut];
  }
  return hops;
}

interface RouteStep {
  readonly wallet: string | null;
  readonly minOut: bigint;
}

function wanted(step: RouteStep | null, outgoing: SwapTransfer, context: Context) {
  if (step === null) return { assetOut: outgoing.asset, minOutAmount: outgoing.amount };
  return { assetOut: assetOf(context.jettonWallet(step.wallet)?.jetton ?? null), minOutAmount: step.minOut };
}

const stepLayout = {
  opcode,
  wallet: address,
  priceLimit: big(160),
  minOut: coins,
  recipient: address,
  next: maybeReference,
} satisfies Layout;

/** More steps than any route has. */
const routeMax = 32;

/** The last step of the route in the payload. The reference does not find it in a jetton transfer. */
function wantedStep(match: Match, findsAll: boolean): RouteStep | null {
  const transfer = match.find('in');
  if (transfer !== undefined && !findsAll) return null;
  return orNull(() => {
    const payload =
      transfer === undefined
        ? read(match.find('tonNotification')!.body(), notificationLayout).forwardPayload
        : payloadOf(transfer);
    return payload === null ? null : (toncoRoute(payload).at(-1) ?? null);
  });
}

/** The steps of a swap's forward payload. */
export function toncoRoute(payload: CellSlice): RouteStep[] {
  const route: RouteStep[] = [];
  let step: CellSlice | null = payload;
  while (step !== null && route.length < routeMax && opcodeOf(step) === toncoSwapOpcode) {
    const { wallet, minOut, next }: { wallet: string | null; minOut: bigint; next: CellSlice | null } = read(
      step,
      stepLayout,
    );
    route.push({ wallet, minOut });
    step = next;
  }
  return route;
}

export const toncoSwapMatchers = { swap };
