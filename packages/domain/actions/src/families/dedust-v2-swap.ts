import { coins, flag, type Layout, opcode, read } from '../bodies/layout.ts';
import type { Block } from '../engine/block.ts';
import type { Context } from '../engine/context.ts';
import type { Match } from '../engine/match.ts';
import type { Matcher } from '../engine/matcher.ts';
import { blockOf, blockThat, blockWhere, call, labeled, oneOf, type Pattern } from '../engine/pattern.ts';
import {
  byStart,
  optionalExcess,
  payNativeOpcode,
  payoutOf,
  payoutOpcode,
  readPayNative,
  readPayout,
  swapEventOpcode,
  swapPayloadOf,
} from './dedust-v2-messages.ts';
import { transferData } from './jettons.ts';
import { jettonSide, swapContent, type SwapTransfer } from './swap.ts';

const eventLayout = { opcode, isXToY: flag, amountIn: coins, amountOut: coins } satisfies Layout;

function hasEvent({ next }: Block): boolean {
  return next.some((block) => block.opcode === swapEventOpcode);
}

/** Every pool logs the swap and passes on what comes out: to the next pool, or to the user. */
const hopChildren: Pattern[] = [call(swapEventOpcode, { takesExcesses: false })];
hopChildren.push(
  oneOf(
    call(payNativeOpcode, { label: 'hop', children: hopChildren, takesExcesses: false }),
    blockWhere('jetton_transfer', hasEvent, { label: 'hop', children: hopChildren, takesExcesses: false }),
    labeled('out', { kind: 'any', alternatives: [blockOf('jetton_transfer'), call(payoutOpcode)] }),
  ),
  optionalExcess,
);

const swap: Matcher = {
  name: 'DeDust v2 swap',
  pattern: blockThat(
    {
      opcodes: [payNativeOpcode],
      types: ['jetton_transfer'],
      where: (block) => block.type !== 'jetton_transfer' || hasEvent(block),
    },
    { children: hopChildren },
  ),
  build(anchor, match) {
    const payload = swapPayloadOf(anchor);
    if (anchor.type !== 'jetton_transfer' && payload === null) return null;
    const out = match.find('out');
    // A payment that still asks for a swap did not get through its route.
    if (out === undefined || swapPayloadOf(out) !== null) return null;
    const events = match.calls(swapEventOpcode).toSorted(byStart);
    const incoming = incomingOf(anchor);
    const outgoing = outgoingOf(out);
    const amounts = events.map((event) => read(event.body(), eventLayout));
    return {
      ...swapContent({
        dex: 'dedust_v2',
        incoming: { ...incoming, amount: amounts[0]!.amountIn },
        outgoing: { ...outgoing, amount: amounts.at(-1)!.amountOut },
        hops: hopsOf(amounts, assetsOf(incoming, match, outgoing)),
        minOutAmount: payload?.minOut ?? null,
      }),
      isFailed: !events.every(
        ({ node: { transaction } }) => !transaction.isAborted && (transaction.exitCode ?? 0) === 0,
      ),
    };
  },
};

function incomingOf(carrier: Block): SwapTransfer {
  if (carrier.type === 'jetton_transfer') return jettonSide(carrier);
  return {
    asset: null,
    source: carrier.source,
    sourceWallet: null,
    destination: carrier.destination,
    destinationWallet: null,
    amount: readPayNative(carrier).amount,
  };
}

function outgoingOf(out: Block): SwapTransfer {
  if (out.type === 'jetton_transfer') return jettonSide(out);
  return {
    asset: null,
    source: out.source,
    sourceWallet: null,
    destination: out.destination,
    destinationWallet: null,
    amount: payoutOf(out).amount,
  };
}

/** The assets between the pools, with the first and the last. */
function assetsOf(incoming: SwapTransfer, match: Match, outgoing: SwapTransfer): (string | null)[] {
  const hops = match.all('hop').toSorted(byStart);
  return [incoming.asset, ...hops.map((hop) => incomingOf(hop).asset), outgoing.asset];
}

function hopsOf(
  amounts: readonly { readonly amountIn: bigint; readonly amountOut: bigint }[],
  assets: readonly (string | null)[],
) {
  if (assets.length !== amounts.length + 1) return [];
  return amounts.map(({ amountIn, amountOut }, index) => ({
    assetIn: assets[index] ?? null,
    amountIn,
    assetOut: assets[index + 1] ?? null,
    amountOut,
  }));
}

const failedSwap: Matcher = {
  name: 'DeDust v2 failed swap',
  pattern: blockThat(
    { opcodes: [payNativeOpcode], types: ['jetton_transfer'], where: (block) => swapPayloadOf(block) !== null },
    {
      children: [
        labeled('refund', { kind: 'any', alternatives: [call(payoutOpcode), blockOf('jetton_transfer')] }),
        optionalExcess,
      ],
    },
  ),
  build(anchor, match, context) {
    const refund = match.find('refund')!;
    if (hasEvent(anchor) || !isRefundOf(anchor, refund)) return null;
    const incoming = incomingOf(anchor);
    return {
      ...swapContent({
        dex: 'dedust_v2',
        incoming,
        outgoing: {
          asset: otherAsset(incoming, context),
          source: incoming.destination,
          sourceWallet: null,
          destination: incoming.source,
          destinationWallet: null,
          amount: 0n,
        },
        minOutAmount: swapPayloadOf(anchor)?.minOut ?? null,
      }),
      isFailed: true,
    };
  },
};

/** Whether what was paid goes back to who paid it. */
function isRefundOf(anchor: Block, refund: Block): boolean {
  if (anchor.type !== 'jetton_transfer') {
    if (refund.opcode !== payoutOpcode) return false;
    return readPayout(refund).exitCode !== 0 && refund.destination === anchor.source;
  }
  if (refund.type !== 'jetton_transfer') return false;
  const { asset, sender } = transferData(anchor);
  return transferData(refund).asset === asset && transferData(refund).receiver === sender;
}

function otherAsset({ asset, destination }: SwapTransfer, context: Context): string | null {
  const assets = context.account(destination)?.dedustPool?.assets;
  return assets?.find((candidate) => candidate !== asset) ?? null;
}

export const dedustV2SwapMatchers = { swap, failedSwap };
