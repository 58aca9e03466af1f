import { address, coins, type Layout, opcode, queryId, read } from '../bodies/layout.ts';
import type { Block } from '../engine/block.ts';
import type { Match } from '../engine/match.ts';
import type { Matcher } from '../engine/matcher.ts';
import { oneOf, call, chain, labeledBlock, labeledCall, optional } from '../engine/pattern.ts';
import { coffeeAsset } from './coffee-asset.ts';
import { jettonSide, swapContent, type SwapHop, type SwapTransfer } from './swap.ts';

export const coffeePayoutOpcode = 0xc0ffee21;
const swapOpcode = 0xc0ffee20;
const tonSwapOpcode = 0xc0ffee00;
const eventOpcode = 0xc0ffee30;
/** A vault pays TON with one of these. */
export const coffeeTonPayoutOpcode = 0xc0ffee32;
export const coffeeNotificationOpcode = 0xc0ffee36;

const eventLayout = { opcode, queryId, assetIn: coffeeAsset, amountIn: coins, amountOut: coins } satisfies Layout;
const tonSwapLayout = { opcode, queryId, amount: coins } satisfies Layout;
const payoutLayout = { opcode, queryId, recipient: address, amount: coins } satisfies Layout;

/** What follows the message to a vault. */
const coffeePayout = call(coffeePayoutOpcode, {
  label: 'payout',
  child: oneOf(
    labeledBlock('out', 'jetton_transfer'),
    labeledCall('tonOut', coffeeTonPayoutOpcode),
    labeledCall('tonNotification', coffeeNotificationOpcode),
  ),
});

const event = optional(labeledCall('event', eventOpcode));
const peers = chain(labeledCall('swap', swapOpcode, { child: event }), coffeePayout);

const swap: Matcher = {
  name: 'swap.coffee swap',
  pattern: call(swapOpcode, {
    children: [event, oneOf(coffeePayout, peers)],
    parent: oneOf(labeledBlock('in', 'jetton_transfer'), labeledCall('tonIn', tonSwapOpcode)),
  }),
  build(anchor, match) {
    const payout = match.find('payout');
    if (payout === undefined) return null;
    const incoming = coffeeIncoming(match);
    const outgoing = coffeePaid(payout);
    if (outgoing === null) return null;
    const steps = [anchor, ...match.all('swap')];
    return {
      ...swapContent({ dex: 'coffee', incoming, outgoing, hops: hopsOf(match.all('event'), outgoing.asset) }),
      isFailed: steps.some(({ next }) => !next.some((block) => block.opcode === eventOpcode)),
    };
  },
};

function coffeeIncoming(match: Match): SwapTransfer {
  const transfer = match.find('in');
  if (transfer !== undefined) return jettonSide(transfer);
  const request = match.find('tonIn')!;
  return {
    asset: null,
    source: request.source,
    sourceWallet: null,
    destination: request.destination,
    destinationWallet: null,
    amount: read(request.body(), tonSwapLayout).amount,
  };
}

/** What a vault pays after a payout message; null when it pays nothing. */
function coffeePaid(payout: Block): SwapTransfer | null {
  const transfer = payout.next.find((next) => next.type === 'jetton_transfer');
  if (transfer !== undefined) return jettonSide(transfer);
  const paid = payout.next.find((next) => next.opcode === coffeeTonPayoutOpcode);
  const notified = payout.next.find((next) => next.opcode === coffeeNotificationOpcode);
  const message = paid ?? notified;
  if (message === undefined) return null;
  return {
    asset: null,
    source: paid === undefined ? message.source : payout.source,
    sourceWallet: null,
    destination: message.destination,
    destinationWallet: null,
    amount: paid === undefined ? message.value : read(payout.body(), payoutLayout).amount,
  };
}

/** The asset that comes out of a pool is what goes into the next one. */
function hopsOf(events: readonly Block[], assetOut: string | null): SwapHop[] {
  const swaps = events
    .toSorted((left, right) => (left.startLt < right.startLt ? -1 : 1))
    .map((block) => read(block.body(), eventLayout));
  return swaps.map(({ assetIn, amountIn, amountOut }, index) => {
    const next = swaps[index + 1];
    return { assetIn, amountIn, assetOut: next === undefined ? assetOut : next.assetIn, amountOut };
  });
}

export const coffeeSwapMatchers = { swap };
