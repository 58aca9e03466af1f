import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EmulatedTraceAnswer, EmulateTraceCall, GetMethodExecutor } from '@tonriver/api-model';
import { type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { writeExternalMessage } from '@tonriver/chain-model';
import type { AccountSource } from '@tonriver/chain-source';
import type { Wallet } from '@tonriver/devnet-chain';
import { addressOfState, relayBody, relayState } from '@tonriver/devnet-contracts';
import { eventually } from '@tonriver/testing';
import { createTvmPool, TvmError, type TvmPool } from '@tonriver/tvm';
import { transactionsOf } from '../testing/compared-traces.test-support.ts';
import { NOW, shardAccountOf, states } from '../testing/emulated-accounts.test-support.ts';
import { AMPLE_TIME, executorOfChain, poolWith } from '../testing/executor-of-chain.test-support.ts';
import { createPlayedChain, type PlayedChain } from '../testing/played-chain.test-support.ts';
import type { TraceTimeLimits } from './trace-time.ts';

const TON = 1_000_000_000n;
/** A trace is large from the next transaction on. */
const LARGE = 64;
let pool: TvmPool;
let chain: PlayedChain;

beforeAll(async () => {
  pool = await createTvmPool({ workerCount: 1, queueLengthMax: 50, wallTimeMs: 20_000, memoryMbMax: 512 });
  chain = await createPlayedChain(pool);
}, 60_000);
afterAll(() => pool.close());

interface Surroundings {
  readonly threads?: TvmPool;
  readonly source?: AccountSource;
  readonly traceTime?: TraceTimeLimits;
  readonly callsMax?: number;
}

const executorWith = ({ threads = pool, source = chain.source, ...bounds }: Surroundings): GetMethodExecutor =>
  executorOfChain({ pool: threads, source, ...bounds });
const callOf = (message: Cell): EmulateTraceCall => ({
  messageBoc: Buffer.from(writeBag([message])).toString('base64'),
  ignoresSignatures: true,
  withActions: true,
  withCells: true,
});

describe('a trace that takes long', () => {
  /** A message that is passed on so many times, and is then answered. */
  const messageOf = (hops: number, response?: Wallet): Cell => {
    const [alice] = chain.network.wallets;
    const state = relayState(1);
    const to = addressOfState(state);
    const body = relayBody({ queryId: 1n, hops, next: to, response: (response ?? alice!).address });
    const order = { to, amount: 10n * TON, bounce: true, state, body };
    return alice!.transfer({ ...order, seqno: 0, validUntil: chain.now() + 1_000 });
  };
  const emulate = async (
    hops: number,
    { response, ...surroundings }: Surroundings & { readonly response?: Wallet },
  ): Promise<EmulatedTraceAnswer> => await executorWith(surroundings).emulateTrace(callOf(messageOf(hops, response)));
  const never = <Result>(): Promise<Result> => new Promise<Result>(() => undefined);
  /** Threads that run so many transactions, and of the next one what is given. */
  const threadsThatHangAfter = (count: number, hang: TvmPool['emulateTransaction'] = never): TvmPool => {
    let begun = 0;
    return poolWith(pool, {
      emulateTransaction: async (call, options) => {
        begun += 1;
        if (begun <= count) return await pool.emulateTransaction(call, options);
        if (hang === never) options?.onStart?.();
        return await hang(call, options);
      },
    });
  };
  /** Enough for what these traces do before they hang. */
  const traceTime = { ownMsMax: 9_000, allMsMax: 20_000 };

  it('and is large is told as far as it got, also when its last transaction does not end', async () => {
    const trace = await emulate(150, { threads: threadsThatHangAfter(LARGE + 6), traceTime });
    expect([transactionsOf(trace).length, trace.isIncomplete, trace.isLarge]).toEqual([LARGE + 6, true, true]);
    expect(trace.actions).toBeDefined();
  }, 60_000);

  it('and is large is told as far as it got, also when its last transaction only waits for a thread', async () => {
    const wait: TvmPool['emulateTransaction'] = async (_call, options) =>
      await new Promise((_, reject) => {
        const leave = (): void => reject(new TvmError('tvm_aborted', 'its caller has left'));
        options?.signal?.addEventListener('abort', leave, { once: true });
      });
    const trace = await emulate(150, { threads: threadsThatHangAfter(LARGE + 6, wait), traceTime: traceTime });
    expect([transactionsOf(trace).length, trace.isIncomplete, trace.isLarge]).toEqual([LARGE + 6, true, true]);
  }, 60_000);

  it('and is large is told as far as it got, also when a state is not read', async () => {
    const [, bob] = chain.network.wallets;
    const source: AccountSource = {
      ...chain.source,
      account: async (address, ...others) =>
        Buffer.compare(address.hash, bob!.address.hash) === 0
          ? await never()
          : await chain.source.account(address, ...others),
    };
    const trace = await emulate(100, { source, traceTime, response: bob! });
    expect([transactionsOf(trace).length, trace.isIncomplete, trace.isLarge]).toEqual([102, true, true]);
  }, 60_000);

  it('keeps its place until what was cut off has ended', async () => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const threads = threadsThatHangAfter(LARGE + 6, async (call, options) => {
      options?.onStart?.();
      await ended;
      return await pool.emulateTransaction(call, {});
    });
    const executor = executorWith({ threads, traceTime, callsMax: 1 });
    const call = callOf(messageOf(150));
    expect((await executor.emulateTrace(call)).isIncomplete).toBe(true);
    await expect(executor.emulateTrace(call)).rejects.toMatchObject({ code: 'overloaded' });
    end();
    await eventually(async () => (await executor.emulateTrace(call).catch(() => undefined)) !== undefined, {
      timeoutMs: 30_000,
      intervalMs: 100,
    });
  }, 60_000);

  it('and is large is told with all transactions when contracts do not say what they are', async () => {
    const trace = await emulate(100, { threads: poolWith(pool, { runGetMethod: never }), traceTime });
    const whole = await emulate(100, { traceTime: AMPLE_TIME });
    expect([transactionsOf(trace).length, trace.isIncomplete, trace.isLarge]).toEqual([103, true, true]);
    expect(trace.parts).toEqual(whole.parts);
    expect([whole.isIncomplete, trace.actions === undefined]).toEqual([false, false]);
  }, 60_000);

  it('and is not large is told as a whole or not at all', async () => {
    const timedOut = { code: 'timed_out', isRetryable: true };
    await expect(emulate(20, { threads: threadsThatHangAfter(5) })).rejects.toMatchObject(timedOut);
    await expect(emulate(20, { threads: poolWith(pool, { runGetMethod: never }) })).rejects.toMatchObject(timedOut);
  }, 60_000);
});

describe('a hostile contract', () => {
  const address = { workchain: 0, hash: new Uint8Array(32).fill(9) };
  /** A message of the contract to itself with 0.01 TON, as it is in its data. */
  const toItself = (): Cell => {
    const builder = new CellBuilder().storeUint(0b0100, 4).storeUint(0, 2);
    builder
      .storeUint(0b100, 3)
      .storeInt(0, 8)
      .storeBytes(address.hash)
      .storeCoins(TON / 100n);
    return builder.storeUint(0, 1 + 4 + 4 + 64 + 32 + 2).endCell();
  };
  const message = (): Cell => {
    const destination = { type: 'std' as const, anycast: null, ...address };
    return writeExternalMessage({ destination, body: new CellBuilder().endCell() });
  };
  const executorFor = (codeHex: string, time: Pick<Surroundings, 'traceTime'>): GetMethodExecutor => {
    const code = new CellBuilder().storeBytes(Buffer.from(codeHex, 'hex')).endCell();
    const state = { fixedPrefixLength: null, special: null, code, data: toItself(), library: null };
    const source: AccountSource = {
      ...chain.source,
      head: async (call) => ({ ...(await chain.source.head(call)), unixTime: NOW }),
      account: async () => ({
        shardAccountBoc: shardAccountOf(address, states.active(state), { grams: 10_000n * TON }),
      }),
    };
    return executorWith({ source, ...time });
  };
  const ask = async (codeHex: string, time: Pick<Surroundings, 'traceTime'>): Promise<EmulatedTraceAnswer> =>
    await executorFor(codeHex, time).emulateTrace(callOf(message()));
  /** Sends what c4 has, in mode 1. */
  const SEND = 'ed4471fb00';

  it('that sends more and more messages is cut off', async () => {
    const trace = await ask(`f800${SEND.repeat(4)}`, { traceTime: AMPLE_TIME });
    const transactions = transactionsOf(trace);
    const messages = transactions.reduce((sum, { outMessages }) => sum + outMessages.length, 0);
    expect(trace.isIncomplete).toBe(true);
    expect(transactions).toHaveLength(500);
    expect(messages).toBe(2_000);
  }, 60_000);

  it('that sends hundreds of messages at once is cut off by their number', async () => {
    const trace = await ask(`f800${SEND.repeat(20)}`, { traceTime: AMPLE_TIME });
    expect(trace.isIncomplete).toBe(true);
    expect(transactionsOf(trace)).toHaveLength(101);
  }, 60_000);

  it('that takes long in every transaction is told as far as it got in three seconds', async () => {
    const startedMs = performance.now();
    // 32,767 empty turns: more than half of the gas that a transaction may take.
    const trace = await ask(`f800${SEND}817fff9100e4`, {});
    expect([trace.isIncomplete, trace.isLarge]).toEqual([true, true]);
    expect(transactionsOf(trace).length).toBeGreaterThanOrEqual(2);
    expect(performance.now() - startedMs).toBeLessThan(6_000);
  }, 60_000);
});
