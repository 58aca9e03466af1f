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
  uint,
} from '../bodies/layout.ts';
import { internalTransferOpcode } from '../bodies/opcodes.ts';
import type { Block } from '../engine/block.ts';
import type { Matcher } from '../engine/matcher.ts';
import { oneOf, blockOf, call, labeled, labeledCall, optional } from '../engine/pattern.ts';
import { coffeeAsset } from './coffee-asset.ts';
import { coffeeNotificationOpcode, coffeePayoutOpcode, coffeeTonPayoutOpcode } from './coffee-swap.ts';
import { optionalExcess } from './dedust-v2-messages.ts';
import { type AssetAmount, depositContent } from './deposit.ts';
import { type JettonBurnData, payloadOf, transferData } from './jettons.ts';
import { type WithdrawnSide, withdrawalRow } from './withdrawal.ts';

const deployOpcode = 0xc0ffee22;
const depositedEventOpcode = 0xc0ffee33;
const depositedEventLayout = { opcode, queryId, amount1: coins, amount2: coins, minted: coins } satisfies Layout;

const paidOut = {
  kind: 'any',
  alternatives: [blockOf('jetton_transfer'), call(coffeeTonPayoutOpcode), call(coffeeNotificationOpcode)],
} as const;

const requestLayout = {
  opcode,
  queryId,
  amount: coins,
  params: reference,
  pool: reference,
  sender: address,
} satisfies Layout;
const poolLayout = { first: coffeeAsset, second: coffeeAsset } satisfies Layout;

const lpTransfer = labeledCall('minted', internalTransferOpcode, { child: optionalExcess });

const deposit: Matcher = {
  name: 'swap.coffee deposit',
  pattern: call(0xc0ffee27, {
    parent: labeled('in', { kind: 'any', alternatives: [call(0xc0ffee04), blockOf('jetton_transfer')] }),
    child: labeledCall('deploy', deployOpcode, {
      child: optional(
        call(0xc0ffee29, {
          children: [
            lpTransfer,
            labeledCall('event', depositedEventOpcode),
            optional(call(coffeePayoutOpcode, { child: labeled('out', paidOut) })),
          ],
        }),
      ),
    }),
  }),
  build(anchor, match) {
    const sent = match.find('in')!;
    const { asset, senderWallet } = sent.type === 'jetton_transfer' ? transferData(sent) : noJetton;
    const { amount, pool, sender } = read(anchor.body(), requestLayout);
    const { first, second } = read(pool, poolLayout);
    if (asset !== first && asset !== second) return null;
    const event = match.find('event');
    const side =
      asset === first
        ? { asset1: asset, amount1: amount, wallet1: senderWallet, targetAsset1: first, targetAsset2: second }
        : { asset2: asset, amount2: amount, wallet2: senderWallet, targetAsset1: second, targetAsset2: first };
    const out = match.find('out');
    return depositContent('coffee_deposit_liquidity', {
      dex: 'coffee',
      sender,
      pool: event?.source ?? null,
      contract: match.find('deploy')!.destination,
      ...side,
      minted: event === undefined ? null : read(event.body(), depositedEventLayout).minted,
      excesses: out === undefined ? [] : [excessOf(out)],
    });
  },
};

const noJetton = { asset: null, senderWallet: null };

function excessOf(out: Block): AssetAmount {
  if (out.type !== 'jetton_transfer') return { asset: null, amount: out.value };
  const { asset, amount } = transferData(out);
  return { asset, amount };
}

const withdrawnEventLayout = { opcode, queryId, amount1: coins, amount2: coins } satisfies Layout;
const payout = (label: string) => labeledCall(label, coffeePayoutOpcode, { child: oneOf(...paidOut.alternatives) });

const withdraw: Matcher = {
  name: 'swap.coffee withdraw',
  pattern: blockOf('jetton_burn', {
    children: [payout('first'), payout('second'), labeledCall('event', 0xc0ffee35)],
  }),
  build(anchor, match) {
    const { owner, wallet, amount: burnt, asset } = anchor.data as JettonBurnData;
    const event = match.find('event')!;
    const { amount1, amount2 } = read(event.body(), withdrawnEventLayout);
    return {
      type: 'dex_withdraw_liquidity',
      row: withdrawalRow({
        dex: 'coffee',
        sender: owner,
        senderWallet: wallet,
        pool: event.source,
        lpAsset: asset,
        burnt,
        isRefund: false,
        sides: [sideOf(match.find('first')!, amount1), sideOf(match.find('second')!, amount2)],
      }),
    };
  },
};

function sideOf(paid: Block, amount: bigint): WithdrawnSide {
  const transfer = paid.next.find((next) => next.type === 'jetton_transfer');
  if (transfer === undefined) {
    const ton = paid.next.find((next) => next.opcode === coffeeTonPayoutOpcode);
    return { asset: null, amount, userWallet: ton?.destination ?? null, dexWallet: paid.source, dexJettonWallet: null };
  }
  const { asset, receiverWallet, senderWallet } = transferData(transfer);
  return { asset, amount, userWallet: receiverWallet, dexWallet: paid.source, dexJettonWallet: senderWallet };
}

const createVaultLayout = { opcode, queryId, asset: coffeeAsset } satisfies Layout;

const createVault: Matcher = {
  name: 'swap.coffee create vault',
  pattern: call(0xc0ffee06, {
    child: labeledCall('deploy', deployOpcode, {
      child: optional(call(0x2c76b973, { child: optional(call(0xd1735400)) })),
    }),
  }),
  build(anchor, match) {
    return {
      type: 'coffee_create_vault',
      row: {
        source: anchor.source,
        destination: match.find('deploy')!.destination,
        asset: read(anchor.body(), createVaultLayout).asset,
        value: anchor.value,
      },
    };
  },
};

const tonCreatorLayout = { opcode, queryId, amount: coins } satisfies Layout;
const creatorParams = {
  first: coffeeAsset,
  second: coffeeAsset,
  amm: uint(3),
  ammSettings: maybeReference,
  recipient: address,
  usesOnFailure: flag,
} satisfies Layout;

/** Values of a `coffee_create_pool_creator` for the pool that it may create. */
interface PoolCreatorData {
  readonly sender: string | null;
  readonly senderWallet: string | null;
  readonly provided: string | null;
  readonly amount: bigint;
  readonly first: string | null;
  readonly second: string | null;
  readonly contract: string | null;
}

const poolCreator: Matcher = {
  name: 'swap.coffee pool creator',
  pattern: call(0xc0ffee23, {
    parent: labeled('in', { kind: 'any', alternatives: [blockOf('jetton_transfer'), call(0xc0ffee02)] }),
    child: labeledCall('deploy', deployOpcode),
  }),
  build(_anchor, match) {
    const { provided, sender, senderWallet, amount, first, second, recipient } = creatorRequest(match.find('in')!);
    const contract = match.find('deploy')!.destination;
    return {
      type: 'coffee_create_pool_creator',
      row: {
        source: sender,
        source_secondary: senderWallet,
        destination: recipient,
        destination_secondary: contract,
        asset: provided,
        asset2: first,
        asset2_secondary: second,
        amount,
      },
      data: { sender, senderWallet, provided, amount, first, second, contract } satisfies PoolCreatorData,
      // The reference writes what was provided to no column at all.
      correction: { row: { coffee_create_pool_data: { provided_asset: provided } } },
    };
  },
};

function creatorRequest(sent: Block) {
  if (sent.type === 'jetton_transfer') {
    const { asset, sender, senderWallet, amount } = transferData(sent);
    const payload = payloadOf(sent)!;
    payload.skipBits(32);
    return { ...read(payload, creatorParams), provided: asset, sender, senderWallet, amount };
  }
  const body = sent.body();
  const { amount } = read(body, tonCreatorLayout);
  return { ...read(body, creatorParams), provided: null, sender: sent.source, senderWallet: null, amount };
}

const poolRequestLayout = { opcode, queryId, amount1: coins, amount2: coins, initiator: address } satisfies Layout;

const createPool: Matcher = {
  name: 'swap.coffee create pool',
  pattern: blockOf('coffee_create_pool_creator', {
    child: labeledCall('request', 0xc0ffee25, {
      child: labeledCall('deploy', deployOpcode, {
        children: [
          lpTransfer,
          labeledCall('event', depositedEventOpcode),
          optional(call(coffeeNotificationOpcode, { child: optional(call(0xb216d31f)) })),
        ],
      }),
    }),
  }),
  build(anchor, match) {
    const creator = anchor.data as PoolCreatorData;
    const { amount1, amount2, initiator } = read(match.find('request')!.body(), poolRequestLayout);
    const isFirst = creator.provided === creator.first;
    const columns = (contract: string | null) => ({
      coffee_create_pool_data: {
        amount_1: isFirst ? amount1 : amount2,
        amount_2: isFirst ? amount2 : amount1,
        initiator_1: isFirst ? creator.sender : initiator,
        initiator_2: isFirst ? initiator : creator.sender,
        provided_asset: creator.provided,
        lp_tokens_minted: read(match.find('event')!.body(), depositedEventLayout).minted,
        pool_creator_contract: contract,
      },
    });
    return {
      type: 'coffee_create_pool',
      row: {
        source: creator.sender,
        source_secondary: creator.senderWallet,
        destination: match.find('deploy')!.destination,
        destination_secondary: creator.contract,
        asset: creator.provided,
        asset2: isFirst ? creator.second : creator.first,
        amount: creator.amount,
        ...columns(null),
      },
      correction: { row: columns(creator.contract) },
    };
  },
};

export const coffeeLiquidityMatchers = { deposit, withdraw, createVault, poolCreator, createPool };
