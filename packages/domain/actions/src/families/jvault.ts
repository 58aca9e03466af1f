import { Bag, CellBuilder } from '@tonriver/boc';
import { DictionaryWalk } from '@tonriver/chain-model';
import { ActionsError } from '../actions-error.ts';
import { loadAddress } from '../bodies/address.ts';
import { address, coins, flag, type Layout, opcode, queryId, read, uint } from '../bodies/layout.ts';
import { orNull } from '../bodies/tolerant.ts';
import type { Block } from '../engine/block.ts';
import type { Context } from '../engine/context.ts';
import type { Matcher } from '../engine/matcher.ts';
import { oneOf, blockOf, call, chain, labeledBlock, labeledCall, optional } from '../engine/pattern.ts';
import { payloadOf, transferData } from './jettons.ts';

const referrals = optional(chain(call(0x55c35b40), call(0x076ee4e0)));
const approval = call(0xae9307ce);
const updateOpcode = 0xf5c5baa3;
const stakeOpcode = 0xd68a4ac1;
const cancelOpcode = 0x9eada1d9;

const periodLayout = { opcode, period: uint(32) } satisfies Layout;

const stake: Matcher = {
  name: 'JVault stake',
  pattern: blockOf('jetton_transfer', {
    children: [
      labeledCall('stake', stakeOpcode, {
        child: oneOf(
          labeledCall('update', updateOpcode, { children: [approval, referrals] }),
          labeledCall('cancel', cancelOpcode, { child: optional(blockOf('jetton_transfer')) }),
        ),
      }),
      optional(call(0x383411ea)),
    ],
  }),
  build(anchor, match) {
    const { sender, senderWallet, asset, amount } = transferData(anchor);
    const payload = payloadOf(anchor);
    const staked = match.find('stake')!;
    const update = match.find('update');
    return {
      type: 'jvault_stake',
      row: {
        source: sender,
        source_secondary: senderWallet,
        destination: staked.source,
        asset,
        amount,
        jvault_stake_data: {
          period: payload === null ? null : read(payload, periodLayout).period,
          stake_wallet: staked.destination,
        },
      },
      isFailed: update === undefined || update.isFailed || staked.isFailed,
    };
  },
};

const stakeWalletLayout = { pool: address, minter: address } satisfies Layout;
const poolLayout = { flag, number: uint(32), admin: address, creator: address, lockWallet: address } satisfies Layout;

export interface StakeWallet {
  readonly pool: string | null;
  readonly minter: string | null;
}

/** The pool and the minter in the data of a stake wallet. Throws `bad_interface` when it is not known. */
export function readStakeWallet(data: Uint8Array | undefined): StakeWallet {
  return read(dataOf(data), stakeWalletLayout);
}

/** The pool's wallet of the jetton that is staked. */
export function readLockWallet(data: Uint8Array | undefined): string | null {
  return read(dataOf(data), poolLayout).lockWallet;
}

function dataOf(data: Uint8Array | undefined) {
  if (data === undefined) throw new ActionsError('bad_interface', 'The data of the account is not known');
  const bag = Bag.parse(data);
  return bag.slice(bag.root);
}

/** What is staked in a stake wallet, and by which tokens. Throws where the data of the accounts is not known. */
function stakedIn(wallet: string | null, context: Context) {
  const { pool, minter } = readStakeWallet(context.account(wallet)?.data);
  const lockWallet = readLockWallet(context.account(pool)?.data);
  const asset = context.jettonWallet(lockWallet)?.jetton;
  if (asset === undefined) throw new ActionsError('bad_interface', 'The wallet of the pool is not known');
  return { pool, minter, asset };
}

const unstakeLayout = { opcode, queryId, amount: coins, isForced: flag } satisfies Layout;

/** Messages to a stake wallet whose data is needed. */
export const jvaultUnstakeOpcodes: ReadonlySet<number> = new Set([0x499a9262, 0x0168d4b7]);

const unstake: Matcher = {
  name: 'JVault unstake',
  pattern: call(0x499a9262, {
    child: optional(
      labeledCall('update', updateOpcode, {
        children: [referrals, optional(blockOf('ton_transfer')), blockOf('jetton_transfer'), approval],
      }),
    ),
  }),
  build(anchor, match, context) {
    const { pool, minter, asset } = stakedIn(anchor.destination, context);
    const isComplete = match.find('update') !== undefined;
    const exitCode = isComplete ? null : anchor.node.transaction.exitCode;
    return {
      type: 'jvault_unstake',
      row: {
        source: anchor.source,
        source_secondary: anchor.destination,
        destination: pool,
        amount: read(anchor.body(), unstakeLayout).amount,
        asset,
        asset2: minter,
        opcode: exitCode,
      },
      correction: isComplete ? undefined : { isFailed: true },
    };
  },
};

const requestLayout = { opcode, queryId, amount: coins } satisfies Layout;

const unstakeRequest: Matcher = {
  name: 'JVault unstake request',
  pattern: call(0x0168d4b7, {
    child: optional(labeledCall('update', updateOpcode, { children: [referrals, approval] })),
  }),
  build(anchor, match, context) {
    const { amount } = read(anchor.body(), requestLayout);
    const update = match.find('update');
    const row = { source: anchor.source, source_secondary: anchor.destination, amount };
    if (update === undefined) {
      const { pool, minter, asset } = stakedIn(anchor.destination, context);
      return {
        type: 'jvault_unstake_request',
        row: { ...row, destination: pool, asset, asset2: minter, opcode: anchor.node.transaction.exitCode },
        isFailed: true,
      };
    }
    const assets = knownAssets(anchor, context);
    return {
      type: 'jvault_unstake_request',
      row: { ...row, destination: update.destination, asset: assets?.asset ?? null, asset2: assets?.minter ?? null },
      isFailed: anchor.isFailed || update.isFailed,
    };
  },
};

function knownAssets({ destination }: Block, context: Context) {
  return context.account(destination)?.data === undefined
    ? undefined
    : orUndefined(() => stakedIn(destination, context));
}

function orUndefined<Value>(read: () => Value): Value | undefined {
  return orNull(read) ?? undefined;
}

const claimLayout = { opcode, queryId, hasWallets: flag } satisfies Layout;
const claimOpcode = 0x44bc1fe3;
const addressBits = 267;

const claim: Matcher = {
  name: 'JVault claim',
  pattern: call(0x78d9f109, {
    child: call(claimOpcode, { children: [labeledBlock('payout', 'jetton_transfer'), approval] }),
  }),
  build(anchor, match) {
    const wallets = claimedWallets(anchor);
    const claimed = match.call(claimOpcode)!;
    const { amount } = transferData(match.find('payout')!);
    const isSingle = wallets.length === 1;
    // The reference pairs the wallets of the request with the one transfer that it merges.
    return {
      type: 'jvault_claim',
      row: {
        source: anchor.source,
        source_secondary: anchor.destination,
        destination: claimed.destination,
        ...claimColumns(isSingle ? wallets : [], isSingle ? [amount] : []),
      },
      correction: { row: paidRewards(claimed) },
    };
  },
};

function claimColumns(jettons: readonly (string | null)[], amounts: readonly bigint[]) {
  return { jvault_claim_data: { claimed_jettons: jettons, claimed_amounts: amounts } };
}

/** What the pool really pays: the jettons, not the pool's wallets of them. */
function paidRewards({ next }: Block) {
  const paid = next.filter(({ type }) => type === 'jetton_transfer').map(transferData);
  return claimColumns(
    paid.map(({ asset }) => asset),
    paid.map(({ amount }) => amount),
  );
}

function claimedWallets(anchor: Block): string[] {
  const body = anchor.body();
  const { hasWallets } = read(body, claimLayout);
  if (!hasWallets) return [];
  const walk = new DictionaryWalk(body.bag, body.loadRef(), addressBits);
  const wallets: string[] = [];
  while (walk.next()) wallets.push(addressOfKey(walk.key));
  return wallets;
}

/** The key is an address as a message has it: 11 bits, then 256 of which the key holds the shifted bytes. */
function addressOfKey(key: Uint8Array): string {
  const cell = new CellBuilder().storeBits(key, addressBits).endCell();
  const bag = Bag.of(cell);
  return loadAddress(bag.slice(bag.root)) ?? '';
}

export const jvaultMatchers = { stake, unstake, claim, unstakeRequest };
