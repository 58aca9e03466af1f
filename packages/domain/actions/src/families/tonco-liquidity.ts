import { notificationLayout, ptonTransferLayout } from '../bodies/jetton-messages.ts';
import {
  address,
  big,
  coins,
  type Layout,
  flag,
  int,
  opcode,
  opcodeOf,
  queryId,
  read,
  reference,
  uint,
} from '../bodies/layout.ts';
import { notificationOpcode, ptonTransferOpcode } from '../bodies/opcodes.ts';
import type { Block } from '../engine/block.ts';
import type { Context } from '../engine/context.ts';
import type { Match } from '../engine/match.ts';
import type { Matcher } from '../engine/matcher.ts';
import { oneOf, call, labeledBlock, labeledCall, optional } from '../engine/pattern.ts';
import { type AssetAmount, depositContent } from './deposit.ts';
import { optionalExcess } from './dedust-v2-messages.ts';
import { payloadOf, transferData } from './jettons.ts';
import { nftMintData } from './nft-items.ts';
import { assetOf } from './pton.ts';
import { readToncoPay, toncoPayOpcode } from './tonco-swap.ts';
import { type WithdrawnSide, withdrawalRow } from './withdrawal.ts';

export const toncoFundOpcode = 0x4468de77;
const addLayout = {
  opcode,
  queryId,
  amount0: coins,
  amount1: coins,
  enough0: coins,
  enough1: coins,
  liquidity: big(128),
  tickLower: int(24),
  tickUpper: int(24),
} satisfies Layout;

/** The payload of a deposit: the router's wallet of the other asset. */
export const toncoFundPayloadLayout = { opcode, otherWallet: address } satisfies Layout;

const positionLayout = {
  opcode,
  queryId,
  user: address,
  liquidity: big(128),
  tickLower: int(24),
  tickUpper: int(24),
  details: reference,
} satisfies Layout;
const positionDetails = { growth0: big(256), growth1: big(256), nftIndex: big(64) } satisfies Layout;

const payout = optional(labeledBlock('payout', 'jetton_transfer', { child: optional(call(ptonTransferOpcode)) }));

const deposit: Matcher = {
  name: 'TONCO deposit',
  pattern: call(0x3ebe5431, {
    parent: call(toncoFundOpcode, {
      parent: oneOf(
        labeledCall('notification', notificationOpcode, { parent: call(ptonTransferOpcode) }),
        labeledBlock('in', 'jetton_transfer'),
      ),
    }),
    child: optional(
      call(0x81702ef8, {
        children: [
          optional(call(toncoPayOpcode, { children: [payout, payout] })),
          labeledBlock('position', 'nft_mint'),
          optionalExcess,
        ],
      }),
    ),
  }),
  build(anchor, match, context) {
    const sent = sentIn(match);
    const { amount0, enough0, enough1, tickLower, tickUpper } = read(anchor.body(), addLayout);
    if (opcodeOf(sent.payload) !== toncoFundOpcode) return null;
    const { otherWallet } = read(sent.payload!, toncoFundPayloadLayout);
    const asset = assetAt(sent.routerWallet, context);
    const other = assetAt(otherWallet, context);
    const isFirst = amount0 > 0n;
    const position = positionOf(match);
    const deposited = {
      dex: 'tonco',
      sender: sent.sender,
      senderWallet: sent.wallet,
      pool: anchor.source,
      contract: anchor.destination,
      wallet1: isFirst ? sent.wallet : null,
      wallet2: isFirst ? null : sent.wallet,
      targetAsset1: isFirst ? asset : other,
      targetAmount1: enough0,
      targetAsset2: isFirst ? other : asset,
      targetAmount2: enough1,
      minted: position?.liquidity ?? null,
      excesses: match.all('payout').map(paidBack),
      position: {
        tickLower,
        tickUpper,
        nftIndex: position?.nftIndex ?? null,
        nftAddress: position?.nftAddress ?? null,
      },
    } as const;
    // The reference puts the side that was sent first, whichever it is in the pool.
    const content = depositContent('tonco_deposit_liquidity', { ...deposited, asset1: asset, amount1: sent.amount });
    if (isFirst) return content;
    const right = depositContent(content.type, { ...deposited, asset2: asset, amount2: sent.amount });
    return { ...content, correction: { row: right.row } };
  },
};

/** What came in, from whom, and with which payload. */
function sentIn(match: Match) {
  const transfer = match.find('in');
  if (transfer !== undefined) {
    const { amount, sender, senderWallet, receiverWallet } = transferData(transfer);
    return { amount, sender, wallet: senderWallet, routerWallet: receiverWallet, payload: payloadOf(transfer) };
  }
  const notification = match.find('notification')!;
  const { amount, from, forwardPayload } = read(notification.body(), notificationLayout);
  return { amount, sender: from, wallet: null, routerWallet: notification.source, payload: forwardPayload };
}

function assetAt(wallet: string | null, context: Context): string | null {
  return assetOf(context.jettonWallet(wallet)?.jetton ?? null);
}

function positionOf(match: Match) {
  const minted = match.find('position');
  if (minted === undefined) return undefined;
  const { liquidity, details } = read(minted.body(), positionLayout);
  return { liquidity, nftIndex: read(details, positionDetails).nftIndex, nftAddress: nftMintData(minted).item };
}

function paidBack(transfer: Block): AssetAmount {
  const ton = transfer.next.find((next) => next.opcode === ptonTransferOpcode);
  if (ton !== undefined) return { asset: null, amount: read(ton.body(), ptonTransferLayout).tonAmount };
  const { asset, amount } = transferData(transfer);
  return { asset, amount };
}

/** The router's wallet of wrapped TON. */
const routerTonWallet = '0:871DA9215B14902166F0EA2A16DB56278D528108377F8158C5F4CCFDFDD22E17';
const startLayout = {
  opcode,
  queryId,
  index: big(64),
  liquidity: big(128),
  tickLower: int(24),
  tickUpper: int(24),
} satisfies Layout;
const positionBurnLayout = { opcode, queryId, owner: address } satisfies Layout;
const poolBurnLayout = { opcode, queryId, recipient: address, index: big(64) } satisfies Layout;
const okCodes: ReadonlySet<number> = new Set([0, 201]);

const withdraw: Matcher = {
  name: 'TONCO withdraw',
  pattern: call(0x530b5f2c, {
    child: labeledCall('position', 0x46ca335a, {
      child: labeledCall('burn', 0xd73ac09d, {
        child: labeledCall('pay', toncoPayOpcode, { children: [payout, payout] }),
      }),
    }),
  }),
  build(anchor, match, context) {
    const { index, liquidity, tickLower, tickUpper } = read(anchor.body(), startLayout);
    const position = match.find('position')!;
    const burnt = read(match.find('burn')!.body(), poolBurnLayout).index;
    const pay = match.find('pay')!;
    return {
      type: 'tonco_withdraw_liquidity',
      row: withdrawalRow({
        dex: 'tonco',
        sender: read(position.body(), positionBurnLayout).owner,
        pool: anchor.destination,
        burnt: liquidity,
        sides: withdrawnSides(pay, match.all('payout'), context),
        position: {
          nftIndex: burnt === 0n ? index : burnt,
          nftAddress: position.destination,
          tickLower,
          tickUpper,
        },
      }),
      isFailed: !okCodes.has(readToncoPay(pay).exitCode),
    };
  },
};

/** In the order of the pool's wallets; what was not transferred is what the pool said. */
function withdrawnSides(pay: Block, transfers: readonly Block[], context: Context): WithdrawnSide[] {
  const { amounts, receiver0, receiver1 } = readToncoPay(pay);
  const wallets = [amounts?.wallet0 ?? null, amounts?.wallet1 ?? null].map((wallet) =>
    wallet === routerTonWallet ? null : wallet,
  );
  const told = [
    { amount: amounts?.amount0 ?? 0n, receiver: receiver0 },
    { amount: amounts?.amount1 ?? 0n, receiver: receiver1 },
  ];
  const sides = told.map(({ amount, receiver }, index): WithdrawnSide => {
    const transfer = transfers[index];
    if (transfer !== undefined) {
      const { senderWallet, receiverWallet, sender } = transferData(transfer);
      return { ...paidBack(transfer), userWallet: receiverWallet, dexWallet: sender, dexJettonWallet: senderWallet };
    }
    const wallet = wallets[index] ?? null;
    const asset = assetAt(wallet, context);
    return { asset, amount, userWallet: receiver, dexWallet: pay.source, dexJettonWallet: wallet };
  });
  return (sides[0]?.dexJettonWallet ?? null) === wallets[0] ? sides : sides.toReversed();
}

const createLayout = {
  opcode,
  queryId,
  wallet0: address,
  wallet1: address,
  spacing: int(24),
  price: big(160),
  protocolFee: uint(16),
  feeBase: uint(16),
  feeCurrent: uint(16),
  first: reference,
  second: reference,
  minters: reference,
} satisfies Layout;
const mintersLayout = { minter0: address, minter1: address } satisfies Layout;
const initLayout = {
  opcode,
  queryId,
  isFromAdmin: flag,
  hasAdmin: flag,
  admin: address,
  hasController: flag,
  controller: address,
  setsSpacing: flag,
  spacing: int(24),
  setsPrice: flag,
  price: big(160),
  setsActive: flag,
  isActive: flag,
} satisfies Layout;

const deployPool: Matcher = {
  name: 'TONCO deploy pool',
  pattern: call(0x2e3034ef, { child: labeledCall('init', 0x441c39ed, { child: optionalExcess }) }),
  build(anchor, match) {
    const init = match.find('init')!;
    const created = read(anchor.body(), createLayout);
    const { minter0, minter1 } = read(created.minters, mintersLayout);
    return {
      type: 'tonco_deploy_pool',
      row: {
        source: anchor.source,
        destination: anchor.destination,
        destination_secondary: init.destination,
        tonco_deploy_pool_data: {
          jetton0_router_wallet: created.wallet0,
          jetton1_router_wallet: created.wallet1,
          jetton0_minter: minter0,
          jetton1_minter: minter1,
          tick_spacing: created.spacing,
          initial_price_x96: created.price,
          protocol_fee: created.protocolFee,
          lp_fee_base: created.feeBase,
          lp_fee_current: created.feeCurrent,
          pool_active: read(init.body(), initLayout).isActive,
        },
      },
    };
  },
};

export const toncoLiquidityMatchers = { deposit, deployPool, withdraw };
