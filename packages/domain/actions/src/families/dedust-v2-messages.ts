import type { CellSlice } from '@tonriver/boc';
import {
  big,
  coins,
  flag,
  int,
  type Layout,
  maybeReference,
  opcode,
  opcodeOf,
  queryId,
  read,
  reference,
  address,
  uint,
} from '../bodies/layout.ts';
import { orNull } from '../bodies/tolerant.ts';
import type { Block } from '../engine/block.ts';
import { oneOf, call, labeledBlock, labeledCall, optional, type Pattern } from '../engine/pattern.ts';
import { excessesOpcode } from '../bodies/opcodes.ts';
import { payloadOf, transferData } from './jettons.ts';

/** TON paid into a pool. */
export const payNativeOpcode = 0xa5a7cbf8;
/** TON that a pool pays. */
export const payoutOpcode = 0x3216ca09;
export const swapEventOpcode = 0x78e79ba4;
const payJettonOpcode = 0xcbc33949;
const swapPayloadOpcode = 0xc442500f;

const payNativeLayout = { opcode, queryId, amount: coins, payload: reference, config: reference } satisfies Layout;
const payJettonLayout = { opcode, payload: reference, config: reference } satisfies Layout;
const payoutLayout = { opcode, queryId, amount: coins, exitCode: int(32) } satisfies Layout;

export function readPayNative(block: Block) {
  return read(block.body(), payNativeLayout);
}

export function readPayout(block: Block) {
  return read(block.body(), payoutLayout);
}

/** The payload of what is paid into a pool, by a message with TON or by a jetton transfer; null where there is none. */
export function paymentPayload(carrier: Block): CellSlice | null {
  return orNull(() => {
    if (carrier.type !== 'jetton_transfer') return readPayNative(carrier).payload;
    const payload = payloadOf(carrier);
    return opcodeOf(payload) === payJettonOpcode ? read(payload!, payJettonLayout).payload : null;
  });
}

const partnerLayout = { id: big(256), share: uint(16) } satisfies Layout;
const swapPayloadLayout = {
  opcode,
  minOut: coins,
  deadline: big(40),
  next: maybeReference,
  hasPartner: flag,
} satisfies Layout;
const stepLayout = { pool: address, minOut: coins, deadline: big(40), next: maybeReference } satisfies Layout;
/** More steps than any route has. */
const stepsMax = 16;

export interface SwapPayload {
  /** What the last pool must give at least; null when a step cannot be read. */
  readonly minOut: bigint | null;
}

/** The payload of a payment that asks for a swap; null for any other. */
export function swapPayloadOf(carrier: Block): SwapPayload | null {
  const payload = paymentPayload(carrier);
  if (payload === null || opcodeOf(payload) !== swapPayloadOpcode) return null;
  return orNull(() => {
    const { minOut, next, hasPartner } = read(payload, swapPayloadLayout);
    if (hasPartner) read(payload, partnerLayout);
    if (payload.loadBit()) read(payload, partnerLayout);
    return { minOut: orNull(() => lastMinOut(minOut, next)) };
  });
}

function lastMinOut(first: bigint, route: CellSlice | null): bigint {
  let [minOut, next] = [first, route];
  for (let count = 0; next !== null && count < stepsMax; count += 1) ({ minOut, next } = read(next, stepLayout));
  return minOut;
}

/** The excess that the protocol sends back, where a pattern names it. */
export const optionalExcess = optional(call(excessesOpcode));

/** What a pool pays, in jettons or in TON. */
export const optionalPayout: Pattern = optional(
  oneOf(labeledBlock('payout', 'jetton_transfer'), labeledCall('payout', payoutOpcode, { takesExcesses: false })),
);

export interface Payout {
  readonly asset: string | null;
  readonly amount: bigint;
  readonly userWallet: string | null;
  readonly dexWallet: string | null;
  readonly dexJettonWallet: string | null;
}

export function payoutOf(block: Block): Payout {
  if (block.type === 'jetton_transfer') {
    const { asset, amount, receiverWallet, sender, senderWallet } = transferData(block);
    return { asset, amount, userWallet: receiverWallet, dexWallet: sender, dexJettonWallet: senderWallet };
  }
  const { amount } = readPayout(block);
  return { asset: null, amount, userWallet: null, dexWallet: block.source, dexJettonWallet: null };
}

/** Columns of two payouts; of one that did not happen nothing is known. */
export function payoutColumns(first: Payout | undefined, second: Payout | undefined) {
  return {
    asset1_out: first?.asset,
    user_jetton_wallet_1: first?.userWallet,
    dex_wallet_1: first?.dexWallet,
    dex_jetton_wallet_1: first?.dexJettonWallet,
    asset2_out: second?.asset,
    user_jetton_wallet_2: second?.userWallet,
    dex_wallet_2: second?.dexWallet,
    dex_jetton_wallet_2: second?.dexJettonWallet,
  };
}

export function byStart(left: Block, right: Block): number {
  if (left.startLt === right.startLt) return 0;
  return left.startLt < right.startLt ? -1 : 1;
}
