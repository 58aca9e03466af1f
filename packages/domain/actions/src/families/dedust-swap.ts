import type { CellSlice } from '@tonriver/boc';
import {
  address,
  coins,
  flag,
  type Layout,
  maybeReference,
  opcode,
  queryId,
  read,
  reference,
} from '../bodies/layout.ts';
import type { Block } from '../engine/block.ts';
import type { Context } from '../engine/context.ts';
import type { Match } from '../engine/match.ts';
import type { Matcher } from '../engine/matcher.ts';
import { oneOf, blockWhere, call, chain, labeledBlock, labeledCall, optional } from '../engine/pattern.ts';
import { dedustAsset } from './dedust-asset.ts';
import { payloadOf, transferData } from './jettons.ts';
import { jettonSide, swapContent, type SwapHop, type SwapTransfer } from './swap.ts';

const vaultToPoolOpcode = 0x61ee542d;
const poolToPoolOpcode = 0x72aca8aa;
const eventOpcode = 0x9c610de3;
const payoutFromPoolOpcode = 0xad4eb6f5;
const tonPayoutOpcode = 0x474f86cf;
export const dedustTonSwapOpcode = 0xea06185d;
export const dedustSwapPayloadOpcode = 0xe3a0d482;

const event = optional(labeledCall('event', eventOpcode));
const payout = labeledCall('payout', payoutFromPoolOpcode, {
  child: oneOf(labeledCall('tonOut', tonPayoutOpcode), labeledBlock('out', 'jetton_transfer')),
});
const peers = chain(call([poolToPoolOpcode, vaultToPoolOpcode], { child: event }), payout);

const eventLayout = {
  opcode,
  assetIn: dedustAsset,
  assetOut: dedustAsset,
  amountIn: coins,
  amountOut: coins,
  details: reference,
} satisfies Layout;
const eventDetails = { sender: address } satisfies Layout;
const payoutLayout = { opcode, queryId, proof: reference, amount: coins } satisfies Layout;
const tonSwapLayout = { opcode, queryId, amount: coins } satisfies Layout;

/** DeDust v1: vault → pools → vault. */
const swap: Matcher = {
  name: 'DeDust swap',
  pattern: call(vaultToPoolOpcode, {
    children: [event, oneOf(payout, peers)],
    parent: oneOf(
      blockWhere('jetton_transfer', (block) => transferData(block).payloadOpcode === dedustSwapPayloadOpcode, {
        label: 'in',
      }),
      labeledCall('tonIn', dedustTonSwapOpcode),
    ),
  }),
  build(anchor, match, context) {
    const payouts = match.all('payout');
    const [paid] = payouts;
    if (paid === undefined || payouts.length > 1) return null;
    const incoming = incomingOf(match);
    const outgoing = outgoingOf(match, paid, incoming);
    const hops = hopsOf(match.all('event'));
    const first = hops[0] ?? { assetIn: incoming.asset, amountIn: incoming.amount };
    const last = hops.at(-1) ?? { assetOut: outgoing.asset, amountOut: outgoing.amount };
    const steps = [anchor, ...match.calls(vaultToPoolOpcode), ...match.calls(poolToPoolOpcode)];
    return {
      ...swapContent({
        dex: 'dedust',
        incoming: { ...incoming, asset: first.assetIn, amount: first.amountIn },
        outgoing: { ...outgoing, asset: last.assetOut, amount: last.amountOut },
        assetOut: routeEnd(match, incoming.asset, context),
        hops,
      }),
      isFailed: steps.some(({ next }) => !next.some((block) => block.opcode === eventOpcode)),
    };
  },
};

function incomingOf(match: Match): SwapTransfer {
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

function outgoingOf(match: Match, paid: Block, incoming: SwapTransfer): SwapTransfer {
  const { amount } = read(paid.body(), payoutLayout);
  const transfer = match.find('out');
  if (transfer !== undefined) return { ...jettonSide(transfer), amount };
  const ton = match.find('tonOut');
  return {
    asset: null,
    source: ton?.source ?? null,
    sourceWallet: null,
    destination: ton?.destination ?? incoming.source,
    destinationWallet: null,
    amount,
  };
}

function hopsOf(events: readonly Block[]): SwapHop[] {
  return events
    .toSorted((left, right) => (left.startLt < right.startLt ? -1 : 1))
    .map((block) => {
      const { assetIn, amountIn, assetOut, amountOut, details } = read(block.body(), eventLayout);
      read(details, eventDetails);
      return { assetIn, amountIn, assetOut, amountOut };
    });
}

const stepLayout = { pool: address, kind: flag, limit: coins, next: maybeReference } satisfies Layout;
/** More steps than any route has. */
const routeMax = 32;

/** The asset at the end of the route: each pool gives its other asset. */
function routeEnd(match: Match, assetIn: string | null, context: Context): string | null {
  let asset = assetIn;
  for (const pool of routeOf(match)) {
    const assets = context.account(pool)?.dedustPool?.assets;
    const other = assets?.find((candidate) => candidate !== asset);
    if (other === undefined) return null;
    asset = other;
  }
  return asset;
}

function routeOf(match: Match): (string | null)[] {
  const transfer = match.find('in');
  if (transfer === undefined) return dedustTonRoute(match.find('tonIn')!.body());
  const payload = payloadOf(transfer);
  return payload === null ? [] : dedustPayloadRoute(payload);
}

/** The pools on the way of a swap of TON. */
export function dedustTonRoute(body: CellSlice): (string | null)[] {
  read(body, tonSwapLayout);
  return readSteps(body);
}

/** The same in the payload of a jetton transfer. */
export function dedustPayloadRoute(payload: CellSlice): (string | null)[] {
  payload.skipBits(32);
  return readSteps(payload);
}

function readSteps(first: CellSlice): (string | null)[] {
  const route: (string | null)[] = [];
  let slice: CellSlice | null = first;
  while (slice !== null && route.length < routeMax) {
    const { pool, next }: { pool: string | null; next: CellSlice | null } = read(slice, stepLayout);
    route.push(pool);
    slice = next;
  }
  return route;
}

export const dedustSwapMatchers = { swap };
