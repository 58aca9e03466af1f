import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Cell, CellBuilder } from '@tonriver/boc';
import type { AccountAddress } from '@tonriver/chain-model';
import {
  accountOf,
  addressArgument,
  addressOf,
  cellOfCore,
  createTestChain,
  intOf,
  outline,
  startTime,
  type Step,
  type TestChain,
  textOf,
  ton,
} from '../test-chain.test-support.ts';
import {
  addressOfState,
  commentBody,
  dexRouterState,
  jettonBurnBody,
  jettonMintBody,
  jettonMinterState,
  jettonTransferBody,
  jettonWalletState,
  onChainMetadata,
  provideLiquidityOrder,
  refundLiquidityBody,
  swapOrder,
} from '../index.ts';

let chain: TestChain;
let alice: AccountAddress;
let bob: AccountAddress;
let router: AccountAddress;
/** The minters of the two jettons. */
let river: AccountAddress;
let stone: AccountAddress;
let pool: AccountAddress;

const walletOf = (owner: AccountAddress, minter: AccountAddress): AccountAddress =>
  addressOfState(jettonWalletState({ owner, minter }));
const balanceOf = async (owner: AccountAddress, minter: AccountAddress): Promise<bigint> => {
  const wallet = walletOf(owner, minter);
  return (await chain.isActive(wallet)) ? intOf((await chain.get(wallet, 'get_wallet_data'))[0]) : 0n;
};

async function makeJetton(name: string): Promise<AccountAddress> {
  const state = jettonMinterState({ admin: alice, content: onChainMetadata({ name }) });
  const minter = await chain.deploy(state, alice);
  for (const to of [alice, bob]) {
    const transfer = { queryId: 1n, amount: 10_000_000n, response: alice, forwardAmount: 0n, forwardPayload: null };
    const body = jettonMintBody({ ...transfer, to, tonAmount: ton(0.1) });
    await chain.send({ from: alice, to: minter, value: ton(0.2), body });
  }
  return minter;
}

/** Sends jettons to the router. */
function toRouter(
  from: AccountAddress,
  minter: AccountAddress,
  amount: bigint,
  forwardPayload: Cell | null,
  forwardAmount = ton(0.4),
): Promise<Step[]> {
  const body = jettonTransferBody({
    queryId: 7n,
    amount,
    destination: router,
    response: from,
    forwardAmount,
    forwardPayload,
  });
  return chain.send({ from, to: walletOf(from, minter), value: forwardAmount + ton(0.1), body });
}

const parts = (user: AccountAddress, other: AccountAddress) => ({
  otherWallet: walletOf(router, other),
  refundAddress: user,
  excessesAddress: user,
  deadline: startTime + 60,
});
const provide = (from: AccountAddress, minter: AccountAddress, amount: bigint, minLiquidity = 1n): Promise<Step[]> => {
  const other = minter === river ? stone : river;
  const order = provideLiquidityOrder({ ...parts(from, other), minLiquidity, to: from, forwardAmount: 0n });
  return toRouter(from, minter, amount, order);
};
const swap = (amount: bigint, changed: Partial<Parameters<typeof swapOrder>[0]> = {}, value = ton(0.4)) =>
  toRouter(
    bob,
    river,
    amount,
    swapOrder({ ...parts(bob, stone), minOut: 0n, receiver: bob, forwardAmount: 0n, customPayload: null, ...changed }),
    value,
  );

interface PoolState {
  readonly supply: bigint;
  readonly river: bigint;
  readonly stone: bigint;
}

async function poolState(): Promise<PoolState> {
  const data = await chain.get(pool, 'get_pool_data');
  const isRiverLeft = addressOf(data[5]) === textOf(walletOf(router, river));
  const [left, right] = [intOf(data[3]), intOf(data[4])];
  return { supply: intOf(data[2]), river: isRiverLeft ? left : right, stone: isRiverLeft ? right : left };
}

async function liquidityWallet(owner: AccountAddress): Promise<AccountAddress> {
  return accountOf((await chain.get(pool, 'get_wallet_address', [addressArgument(owner)]))[0]);
}

/** The router has in its wallets what the pool and the liquidity accounts say. */
async function expectRouterOwns(riverAmount: bigint, stoneAmount: bigint): Promise<void> {
  expect([await balanceOf(router, river), await balanceOf(router, stone)]).toEqual([riverAmount, stoneAmount]);
}

beforeEach(async () => {
  chain = await createTestChain();
  alice = await chain.account('alice');
  bob = await chain.account('bob');
  router = await chain.deploy(dexRouterState('test'), alice);
  river = await makeJetton('River');
  stone = await makeJetton('Stone');
  const wallets = [river, stone].map((minter) => addressArgument(walletOf(router, minter)));
  pool = accountOf((await chain.get(router, 'get_pool_address', wallets))[0]);
});

describe('an empty pool', () => {
  it('makes liquidity tokens when both sides have come', async () => {
    const first = await provide(alice, river, 1_000_000n);
    expect(outline(first)).toEqual(
      expect.arrayContaining(['stonfi_provide_lp_v2', 'stonfi_add_liquidity_v2', 'excess']),
    );
    const second = await provide(alice, stone, 4_000_000n);
    expect(outline(second)).toEqual(
      expect.arrayContaining([
        'stonfi_provide_lp_v2',
        'stonfi_add_liquidity_v2',
        'stonfi_cb_add_liquidity_v2',
        'jetton_internal_transfer',
        'excess',
      ]),
    );
    expect([...first, ...second].filter(({ aborted }) => aborted)).toEqual([]);
    expect(await poolState()).toEqual({ supply: 2_000_000n, river: 1_000_000n, stone: 4_000_000n });
    const owned = await chain.get(await liquidityWallet(alice), 'get_wallet_data');
    expect(intOf(owned[0])).toBe(1_999_000n);
    await expectRouterOwns(1_000_000n, 4_000_000n);
  });

  it('gives a single side back when its owner asks', async () => {
    await provide(alice, river, 1_000_000n);
    const account = accountOf((await chain.get(pool, 'get_lp_account_address', [addressArgument(alice)]))[0]);
    const stranger = await chain.send({ from: bob, to: account, value: ton(0.5), body: refundLiquidityBody(1n) });
    expect(stranger[0]).toMatchObject({ exitCode: 82 });
    const steps = await chain.send({ from: alice, to: account, value: ton(0.5), body: refundLiquidityBody(1n) });
    expect(outline(steps)).toEqual(expect.arrayContaining(['stonfi_pay_to_v2', 'jetton_transfer']));
    expect(await balanceOf(alice, river)).toBe(10_000_000n);
    await expectRouterOwns(0n, 0n);
  });

  it('pays a swap back', async () => {
    const steps = await swap(1_000n);
    expect(outline(steps)).toEqual(expect.arrayContaining(['stonfi_swap_v2', 'stonfi_pay_to_v2']));
    expect(payExitCode(steps)).toBe(0x5ffe1295);
    expect(await balanceOf(bob, river)).toBe(10_000_000n);
  });
});

const payExitCode = (steps: readonly Step[]): number => {
  const slice = steps.find(({ body }) => body === 'stonfi_pay_to_v2')!.bodyCell.beginParse();
  slice.skip(32 + 64 + 3 * 267);
  return slice.loadUint(32);
};

describe('a pool', () => {
  beforeEach(async () => {
    await provide(alice, river, 1_000_000n);
    await provide(alice, stone, 4_000_000n);
  });

  it('swaps by x · y, with 0.3 % for the pool, and gives back the rest of the value', async () => {
    const steps = await swap(100_000n, {
      minOut: 362_000n,
      forwardAmount: ton(0.01),
      customPayload: commentBody('swap'),
    });
    // 4,000,000 · 99,700 / (1,000,000 + 99,700), rounded down.
    const paid = (4_000_000n * 99_700n) / 1_099_700n;
    expect(outline(steps)).toEqual([
      'jetton_transfer',
      'jetton_internal_transfer',
      'jetton_notify',
      'excess',
      'stonfi_swap_v2',
      'stonfi_pay_to_v2',
      'jetton_transfer',
      'jetton_internal_transfer',
      'jetton_notify',
      'excess',
    ]);
    expect(payExitCode(steps)).toBe(0xc64370e5);
    expect(await balanceOf(bob, stone)).toBe(10_000_000n + paid);
    expect(await poolState()).toEqual({ supply: 2_000_000n, river: 1_100_000n, stone: 4_000_000n - paid });
    await expectRouterOwns(1_100_000n, 4_000_000n - paid);
  });

  it('keeps a balance to live on, and the router too', async () => {
    await swap(100_000n);
    await swap(100_000n);
    expect(await chain.balance(pool)).toBeGreaterThanOrEqual(ton(0.0199));
    expect(await chain.balance(router)).toBeGreaterThanOrEqual(ton(0.0499));
  });

  it.each([
    ['would bring less than asked for', () => ({ minOut: 400_000n }), 0.4],
    ['comes too late', () => ({ deadline: startTime }), 0.4],
    ['names the same wallet twice', () => ({ otherWallet: walletOf(router, river) }), 0.4],
    ['brings too little value', () => ({}), 0.15],
    ['wants more forwarded than it brings', () => ({ forwardAmount: ton(0.3) }), 0.4],
  ])('pays a swap back that %s', async (_, changed, value) => {
    const steps = await swap(100_000n, changed(), ton(value));
    expect(steps.filter(({ aborted }) => aborted)).toEqual([]);
    expect([await balanceOf(bob, river), await balanceOf(bob, stone)]).toEqual([10_000_000n, 10_000_000n]);
    await expectRouterOwns(1_000_000n, 4_000_000n);
  });

  it.each([
    ['no payload', null],
    ['a payload that is no order', commentBody('hello')],
    ['a payload that is cut off', new CellBuilder().storeUint(0x6664de2a, 32).storeUint(0, 8).endCell()],
  ])('does not come to see jettons with %s: the router gives them back', async (_, payload) => {
    await toRouter(bob, river, 5n, payload);
    expect(await balanceOf(bob, river)).toBe(10_000_000n);
  });

  it('does what its router says and nobody else', async () => {
    const steps = await swap(100_000n);
    const inPool = steps.find(({ body }) => body === 'stonfi_swap_v2')!;
    const forged = await chain.send({ from: bob, to: pool, value: ton(1), body: cellOf(inPool) });
    expect(forged[0]).toMatchObject({ exitCode: 82 });
    const payment = steps.find(({ body }) => body === 'stonfi_pay_to_v2')!;
    const forgedPayment = await chain.send({ from: bob, to: router, value: ton(1), body: cellOf(payment) });
    expect(forgedPayment[0]).toMatchObject({ exitCode: 82 });
  });

  it('takes more liquidity in the proportion of its reserves', async () => {
    await provide(bob, river, 500_000n);
    await provide(bob, stone, 2_000_000n);
    expect(await poolState()).toEqual({ supply: 3_000_000n, river: 1_500_000n, stone: 6_000_000n });
  });

  it('puts liquidity back that would bring too few tokens, and the owner gets it', async () => {
    await provide(bob, river, 500_000n);
    const steps = await provide(bob, stone, 2_000_000n, 1_000_001n);
    expect(outline(steps).filter((body) => body === 'stonfi_add_liquidity_v2')).toHaveLength(2);
    expect(await poolState()).toMatchObject({ supply: 2_000_000n });
    const account = accountOf((await chain.get(pool, 'get_lp_account_address', [addressArgument(bob)]))[0]);
    await chain.send({ from: bob, to: account, value: ton(0.5), body: refundLiquidityBody(1n) });
    expect([await balanceOf(bob, river), await balanceOf(bob, stone)]).toEqual([10_000_000n, 10_000_000n]);
  });

  it('pays both sides out for burnt tokens', async () => {
    const body = jettonBurnBody({ queryId: 1n, amount: 999_500n, response: alice });
    const steps = await chain.send({ from: alice, to: await liquidityWallet(alice), value: ton(0.5), body });
    expect(outline(steps).slice(0, 2)).toEqual(['jetton_burn', 'stonfi_burn_notification_ext_v2']);
    expect(outline(steps).filter((name) => name === 'stonfi_pay_to_v2')).toHaveLength(2);
    expect(await poolState()).toEqual({ supply: 1_000_500n, river: 500_250n, stone: 2_001_000n });
    expect([await balanceOf(alice, river), await balanceOf(alice, stone)]).toEqual([9_499_750n, 7_999_000n]);
    await expectRouterOwns(500_250n, 2_001_000n);
  });

  it('gives burnt tokens back when the value does not cover the payment', async () => {
    const body = jettonBurnBody({ queryId: 1n, amount: 5n, response: alice });
    const steps = await chain.send({ from: alice, to: await liquidityWallet(alice), value: ton(0.2), body });
    expect(steps.some(({ bounced }) => bounced)).toBe(true);
    expect(intOf((await chain.get(await liquidityWallet(alice), 'get_wallet_data'))[0])).toBe(1_999_000n);
  });
});

function cellOf(step: Step): Cell {
  return cellOfCore(step.bodyCell);
}
