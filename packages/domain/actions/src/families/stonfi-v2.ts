import type { CellSlice } from '@tonriver/boc';
import { notificationLayout, ptonTransferLayout } from '../bodies/jetton-messages.ts';
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
  reference,
  uint,
} from '../bodies/layout.ts';
import { notificationOpcode, ptonTransferOpcode } from '../bodies/opcodes.ts';
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
import { payloadOf, transferData } from './jettons.ts';
import { assetOf } from './pton.ts';
import { jettonSide, swapContent, type SwapHop, type SwapTransfer } from './swap.ts';

export const stonfiV2SwapOpcode = 0x6664de2a;
const crossSwapOpcode = 0x69cf1a5b;
export const stonfiV2PayOpcode = 0x657b54f5;
const swapOkCode = 0xc64370e5;

export const stonfiV2SwapLayout = {
  opcode,
  queryId,
  from: address,
  left: coins,
  right: coins,
  details: reference,
} satisfies Layout;
/** The request for a swap as it stands in forward payloads and inside swap messages. */
const requestLayout = {
  opcode,
  wallet1: address,
  refund: address,
  excesses: address,
  deadline: big(64),
  rest: reference,
} satisfies Layout;
const requestRest = { minOut: coins, receiver: address, forwardGas: coins, custom: maybeReference } satisfies Layout;

const payLayout = {
  opcode,
  queryId,
  to: address,
  excesses: address,
  caller: address,
  exitCode: uint(32),
  custom: maybeReference,
  details: reference,
} satisfies Layout;
const payDetails = {
  forward: coins,
  amount0: coins,
  wallet0: address,
  amount1: coins,
  wallet1: address,
} satisfies Layout;

interface Payment {
  readonly exitCode: number;
  readonly amount: bigint;
  readonly wallet: string | null;
  readonly custom: CellSlice | null;
}

/** The larger of the two amounts is what is paid. */
export function readStonfiV2Pay(pay: HasBody): Payment & { readonly wallets: readonly (string | null)[] } {
  const { exitCode, custom, details } = read(pay.body(), payLayout);
  const { amount0, wallet0, amount1, wallet1 } = read(details, payDetails);
  const isFirst = amount0 > amount1;
  return {
    exitCode,
    custom,
    amount: isFirst ? amount0 : amount1,
    wallet: isFirst ? wallet0 : wallet1,
    wallets: [wallet0, wallet1],
  };
}

/** A chain of swaps nests: what follows a payment is the next swap. */
const swapChain: Pattern = later(() => swapStep);

const swapStep: BlockPattern = labeledCall('swap', stonfiV2SwapOpcode, {
  child: labeledCall('pay', stonfiV2PayOpcode, {
    child: oneOf(
      labeledBlock('transfer', 'jetton_transfer', {
        child: labeledCall('tonTransfer', ptonTransferOpcode, {
          child: call(notificationOpcode, { child: swapChain }),
        }),
      }),
      labeledBlock('transfer', 'jetton_transfer', {
        child: optional(oneOf(swapChain, labeledCall('tonTransfer', ptonTransferOpcode))),
      }),
      swapChain,
    ),
  }),
});

/** How TON comes in: as wrapped TON. */
const ptonParent = labeledCall('tonNotification', notificationOpcode, {
  parent: labeledCall('tonIn', ptonTransferOpcode),
});

export const transferOrPton = oneOf(labeledBlock('in', 'jetton_transfer'), ptonParent);

const swap: Matcher = {
  name: 'STON.fi v2 swap',
  pattern: { ...swapStep, parent: transferOrPton },
  build(anchor, match, context) {
    const payments = match.all('pay').map(readStonfiV2Pay);
    const incoming = incomingTransfer(match);
    const last = match.all('transfer').at(-1);
    if (last === undefined) return null;
    const outgoing = paidBy(last);
    const isFailed = payments.some(({ exitCode }) => exitCode !== swapOkCode);
    const { hops, isBroken } = hopsOf(incoming, payments, context);
    const content = swapContent({
      dex: 'stonfi_v2',
      incoming,
      outgoing,
      ...(isFailed ? { assetOut: wantedAsset(anchor, match, context) } : {}),
      hops,
    });
    return { ...content, isFailed, isBroken };
  },
};

/** What came in before a swap: a jetton, or TON as wrapped TON. Throws when neither is there. */
export function incomingTransfer(match: Match): SwapTransfer {
  const transfer = match.find('in');
  if (transfer !== undefined) return unwrapped(jettonSide(transfer));
  const wrapped = match.find('tonIn')!;
  return {
    asset: null,
    source: wrapped.source,
    sourceWallet: null,
    destination: match.find('tonNotification')!.destination,
    destinationWallet: wrapped.destination,
    amount: read(wrapped.body(), ptonTransferLayout).tonAmount,
  };
}

/** What a transfer pays; TON when a wallet of wrapped TON sends it on. */
export function paidBy(transfer: Block): SwapTransfer {
  const out = transferData(transfer);
  const sentOn = transfer.next.find((next) => next.opcode === ptonTransferOpcode);
  if (sentOn === undefined && out.hasInternalTransfer) return unwrapped(jettonSide(transfer));
  return {
    asset: null,
    source: out.sender,
    sourceWallet: null,
    destination: sentOn === undefined ? out.receiver : sentOn.destination,
    destinationWallet: null,
    amount: sentOn === undefined ? out.amount : read(sentOn.body(), ptonTransferLayout).tonAmount,
  };
}

/** Wrapped TON is TON. */
function unwrapped(side: SwapTransfer): SwapTransfer {
  return { ...side, asset: assetOf(side.asset) };
}

/** Every payment is a hop; what it pays comes into the next one. */
function hopsOf(incoming: SwapTransfer, payments: readonly Payment[], context: Context) {
  const hops: SwapHop[] = [];
  let [assetIn, amountIn] = [incoming.asset, incoming.amount];
  for (const { wallet, amount, exitCode } of payments) {
    const jetton = context.jettonWallet(wallet)?.jetton;
    if (jetton === undefined) return { hops: [], isBroken: true };
    const assetOut = assetOf(jetton);
    hops.push({ assetIn, amountIn, assetOut, amountOut: amount });
    if (exitCode !== swapOkCode) break;
    [assetIn, amountIn] = [assetOut, amount];
  }
  return { hops, isBroken: false };
}

/** The asset at the end of the route that was asked for. */
function wantedAsset(anchor: Block, match: Match, context: Context): string | null {
  const route = orNull(() => stonfiV2Route(read(anchor.body(), stonfiV2SwapLayout).details));
  const last = route?.at(-1) ?? orNull(() => notifiedWallet(match));
  return assetOf(context.jettonWallet(last ?? null)?.jetton ?? null);
}

/** More steps than any route has. */
const routeMax = 32;

const customLayout = { opcode, wallet: address } satisfies Layout;
const customRest = { first: coins, second: coins, next: maybeReference } satisfies Layout;

/** The pools' wallets on the way of a request, without those of an unknown kind. */
export function stonfiV2Route(request: CellSlice): (string | null)[] {
  const { wallet1, rest } = read(request, requestLayout);
  const route = [wallet1];
  let custom = read(rest, requestRest).custom;
  while (custom !== null && route.length < routeMax) {
    const code = opcodeOf(custom);
    if (code !== stonfiV2SwapOpcode && code !== crossSwapOpcode) break;
    route.push(read(custom, customLayout).wallet);
    // A last step may leave out the cell that would name the next.
    if (custom.remainingRefs === 0) break;
    const rest = custom.loadRefSlice();
    custom = rest.remainingRefs === 0 ? null : read(rest, customRest).next;
  }
  return route;
}

/** The wallet that a forward payload names first. */
export function stonfiV2PayloadRoute(payload: CellSlice): (string | null)[] {
  return [read(payload, { opcode, wallet: address }).wallet];
}

function notifiedWallet(match: Match): string | null {
  const transfer = match.find('in');
  const payload =
    transfer === undefined
      ? read(match.find('tonNotification')!.body(), notificationLayout).forwardPayload
      : payloadOf(transfer);
  return payload === null ? null : (stonfiV2PayloadRoute(payload)[0] ?? null);
}

export const stonfiV2Matchers = { swap };
