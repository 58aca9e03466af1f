import { type CellSlice } from '@tonriver/boc';
import { evaaTon } from '../actions/evaa-assets.ts';
import {
  address,
  big,
  coins,
  int,
  type Layout,
  maybeReference,
  opcode,
  opcodeOf,
  queryId,
  read,
  reference,
  uint,
} from '../bodies/layout.ts';
import { bounce } from '../bodies/opcodes.ts';
import { orNull } from '../bodies/tolerant.ts';
import type { Block } from '../engine/block.ts';
import type { TonTransferData } from '../engine/leaf-blocks.ts';
import type { Built, Matcher } from '../engine/matcher.ts';
import type { Match } from '../engine/match.ts';
import {
  oneOf,
  type BlockPattern,
  blockOf,
  blockWhere,
  call,
  labeledBlock,
  labeledCall,
  optional,
  type PatternOptions,
  blockThat,
} from '../engine/pattern.ts';
import { payloadOf, transferData } from './jettons.ts';

/** Messages to a user's contract begin with a header. */
const header = { version: coins, upgrade: maybeReference, execution: uint(2) } satisfies Layout;

/** The body behind the header, at the opcode; null for a body without header. */
function behindHeader(block: Block): CellSlice | null {
  return orNull(() => {
    const body = block.body();
    read(body, header);
    return body;
  });
}

/** A message to a user's contract with an opcode behind the header. */
function userCall(code: number, options: PatternOptions = {}): BlockPattern {
  return blockWhere('call_contract', (block) => opcodeOf(behindHeader(block)) === code, options);
}

/** An anchor: a call with an opcode, or a jetton transfer whose payload begins with it. */
function request(code: number): BlockPattern['test'] {
  return {
    opcodes: [code],
    types: ['jetton_transfer'],
    where: (block) => block.type !== 'jetton_transfer' || transferData(block).payloadOpcode === code,
  };
}

function assetId(asset: bigint): string {
  return `0x${asset.toString(16)}`;
}

const supplyLayout = { opcode, queryId, includesCode: int(2), amount: big(64), recipient: address } satisfies Layout;
const supplyPayloadLayout = { opcode, includesCode: int(2), recipient: address } satisfies Layout;
const supplyUserLayout = { opcode, queryId, asset: big(256), amount: big(64) } satisfies Layout;
const supplyDoneLayout = { opcode, queryId, owner: address, asset: big(256), amount: big(64) } satisfies Layout;
const supplyOpcode = 0x00000001;

const supply: Matcher = {
  name: 'EVAA supply',
  pattern: blockThat(request(supplyOpcode), {
    child: userCall(0x11, {
      label: 'user',
      child: oneOf(
        labeledCall('done', 0x11a, {
          child: optional(blockWhere('ton_transfer', (block) => commentOf(block) === 'EVAA supply.')),
        }),
        labeledCall('refused', 0x11f),
        labeledBlock('returned', 'jetton_transfer'),
      ),
    }),
  }),
  build(anchor, match) {
    const user = match.find('user')!;
    const done = match.find('done');
    const { asset } = read(behindHeader(user)!, supplyUserLayout);
    const sent = sentFor(anchor);
    const { recipient, amount } = supplyRequest(anchor);
    return {
      type: 'evaa_supply',
      row: {
        source: sent.sender,
        source_secondary: sent.senderWallet,
        destination: recipient,
        destination_secondary: user.destination,
        amount: done === undefined ? amount : read(done.body(), supplyDoneLayout).amount,
        asset: sent.asset,
        evaa_supply_data: {
          is_ton: sent.asset === null,
          asset_id: assetId(asset),
          master: sent.receiver,
          recipient_jetton_wallet: recipient === sent.sender ? sent.senderWallet : null,
          master_jetton_wallet: sent.receiverWallet,
        },
      },
      isFailed: done === undefined,
    };
  },
};

function commentOf(block: Block): string | null {
  return (block.data as TonTransferData).comment;
}

/** Who sent what, in a call with TON or in a jetton transfer. */
function sentFor(anchor: Block) {
  if (anchor.type === 'jetton_transfer') return transferData(anchor);
  return {
    sender: anchor.source,
    senderWallet: null,
    receiver: anchor.destination,
    receiverWallet: null,
    asset: null,
    amount: anchor.value,
  };
}

function supplyRequest(anchor: Block) {
  if (anchor.type !== 'jetton_transfer') return read(anchor.body(), supplyLayout);
  return { recipient: read(payloadOf(anchor)!, supplyPayloadLayout).recipient, amount: transferData(anchor).amount };
}

const withdrawLayout = { opcode, queryId, asset: big(256), amount: big(64), recipient: address } satisfies Layout;
const withdrawOutcomeLayout = { opcode, queryId, owner: address, asset: big(256), amount: big(64) } satisfies Layout;

/** Opcode → why a user's contract refuses to withdraw. */
const refusals = new Map<number, string>([
  [0x21e6, 'withdraw_locked_excess'],
  [0x21e7, 'withdraw_not_collateralized_excess'],
  [0x21e8, 'withdraw_missing_prices_excess'],
  [0x21ec, 'withdraw_execution_crashed'],
]);

const withdraw: Matcher = {
  name: 'EVAA withdraw',
  pattern: call(0x00000002, {
    child: userCall(0x21, {
      label: 'user',
      child: oneOf(
        labeledCall('outcome', 0x211, {
          children: [
            oneOf(labeledBlock('payout', 'jetton_transfer'), labeledCall('tonPayout', 0x211a)),
            userCall(0x211a, { label: 'done', child: blockOf('ton_transfer') }),
          ],
        }),
        call(0x211, { child: userCall(0x211f, { label: 'noFunds', child: call(0x211fe8) }) }),
        labeledCall('refusal', [...refusals.keys()]),
      ),
    }),
  }),
  build(anchor, match) {
    const user = match.find('user')!;
    const outcome = match.find('outcome');
    const payout = match.find('payout');
    const paid = payout === undefined ? null : transferData(payout);
    const { asset, amount, recipient } = read(anchor.body(), withdrawLayout);
    return {
      type: 'evaa_withdraw',
      row: {
        source: anchor.source,
        destination: recipient,
        destination_secondary: user.destination,
        amount: outcome === undefined ? amount : read(outcome.body(), withdrawOutcomeLayout).amount,
        asset: paid?.asset ?? null,
        evaa_withdraw_data: {
          is_ton: assetId(asset) === evaaTon,
          recipient_jetton_wallet: paid?.receiverWallet,
          master_jetton_wallet: paid?.senderWallet,
          fail_reason: failReason(match),
          master: anchor.destination,
          asset_id: assetId(asset),
        },
      },
      isFailed: outcome === undefined,
    };
  },
};

function failReason(match: Match): string | null {
  if (match.find('outcome') !== undefined) return null;
  const refusal = match.find('refusal');
  return refusal === undefined ? 'withdraw_no_funds_excess' : (refusals.get(refusal.opcode ?? 0) ?? null);
}

const liquidateOpcode = 0x00000003;
/** The same in a call and in the payload of a jetton transfer. */
const liquidateLayout = {
  opcode,
  queryId,
  borrower: address,
  liquidator: address,
  collateral: big(256),
  collateralMin: big(64),
  includesCode: int(2),
  amount: big(64),
} satisfies Layout;

const satisfiedLayout = {
  opcode,
  queryId,
  owner: address,
  liquidator: address,
  asset: big(256),
  details: reference,
} satisfies Layout;
const satisfiedDetails = {
  delta: big(64),
  liquidatable: big(64),
  gift: big(64),
  principal: big(64),
  collateral: big(256),
  collateralDelta: big(64),
  reward: big(64),
} satisfies Layout;

const unsatisfiedDetails = {
  amount: big(64),
  asset: big(256),
  collateralMin: big(64),
  forward: big(64),
  payload: reference,
  error: uint(32),
} satisfies Layout;

/** Error of `liquidate_unsatisfied` → reason. */
const liquidationErrors = new Map<number, string>([
  [0xe001, 'master_liquidating_too_much'],
  [0xe002, 'user_withdraw_in_progress'],
  [0xe003, 'not_liquidatable'],
  [0xe004, 'execution_crashed'],
  [0xe005, 'min_collateral_not_satisfied'],
  [0xe006, 'user_not_enough_collateral'],
  [0xe007, 'user_liquidating_too_much'],
  [0xe008, 'master_not_enough_liquidity'],
  [0xe009, 'liquidation_prices_missing'],
]);

const refund = oneOf(call([0x311d, 0x311f]), blockOf('jetton_transfer'));

const liquidate: Matcher = {
  name: 'EVAA liquidate',
  pattern: blockThat(request(liquidateOpcode), {
    child: oneOf(
      userCall(0x31, {
        label: 'user',
        child: oneOf(
          labeledCall('satisfied', 0x311, { children: [userCall(0x311a, { label: 'success' }), refund] }),
          labeledCall('noLiquidity', 0x311, { children: [call(0x311f), refund] }),
          labeledCall('unsatisfied', 0x31f, { child: refund }),
        ),
      }),
      call(bounce),
      blockOf('jetton_transfer'),
    ),
  }),
  build(anchor, match) {
    const sent = sentFor(anchor);
    const body = anchor.type === 'jetton_transfer' ? payloadOf(anchor)! : anchor.body();
    const wanted = read(body, liquidateLayout);
    const outcome = liquidationOutcome(match);
    return {
      type: 'evaa_liquidate',
      row: {
        source: sent.sender,
        destination: outcome.borrower ?? wanted.borrower,
        destination_secondary: match.find('user')?.destination ?? null,
        amount: outcome.reward,
        evaa_liquidate_data: {
          fail_reason: outcome.reason,
          debt_amount: outcome.debt ?? wanted.amount,
          asset_id: assetId(outcome.collateral ?? wanted.collateral),
        },
      },
      isFailed: outcome.reason !== null,
    } satisfies Built;
  },
};

interface LiquidationOutcome {
  readonly reason: string | null;
  readonly reward: bigint;
  /** What a success says; else the request counts. */
  readonly debt?: bigint;
  readonly collateral?: bigint;
  readonly borrower?: string | null;
}

function liquidationOutcome(match: Match): LiquidationOutcome {
  const satisfied = match.find('satisfied');
  if (satisfied !== undefined) {
    const { details, owner: borrower } = read(satisfied.body(), satisfiedLayout);
    const { reward, liquidatable: debt, collateral } = read(details, satisfiedDetails);
    return { reason: null, reward, debt, collateral, borrower };
  }
  const unsatisfied = match.find('unsatisfied');
  if (unsatisfied !== undefined) {
    const { error } = read(unsatisfied.body().loadRefSlice(), unsatisfiedDetails);
    return { reason: liquidationErrors.get(error) ?? 'unknown', reward: 0n };
  }
  const reason = match.find('noLiquidity') === undefined ? 'immediate_rejection' : 'master_not_enough_liquidity';
  return { reason, reward: 0n };
}

export const evaaMatchers = { supply, withdraw, liquidate };
