import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EmulatedTraceAnswer } from '@tonriver/api-model';
import { type Cell, writeBag } from '@tonriver/boc';
import { addressOfState, relayBody, relayState } from '@tonriver/devnet-contracts';
import { createTvmPool, type TvmPool } from '@tonriver/tvm';
import { transactionsOf } from '../testing/compared-traces.test-support.ts';
import { executorOfChain, poolWith } from '../testing/executor-of-chain.test-support.ts';
import { createPlayedChain, type PlayedChain } from '../testing/played-chain.test-support.ts';

const WAIT_MS = 500;
let pool: TvmPool;
let chain: PlayedChain;

beforeAll(async () => {
  pool = await createTvmPool({ workerCount: 1, queueLengthMax: 50, wallTimeMs: 20_000, memoryMbMax: 512 });
  chain = await createPlayedChain(pool);
}, 60_000);
afterAll(() => pool.close());

const emulate = async (message: Cell, threads: TvmPool): Promise<EmulatedTraceAnswer> => {
  const executor = executorOfChain({ pool: threads, source: chain.source });
  const messageBoc = Buffer.from(writeBag([message])).toString('base64');
  return await executor.emulateTrace({ messageBoc, ignoresSignatures: false, withActions: false, withCells: false });
};

it('a trace is not given up because its transactions wait for threads', async () => {
  const [alice] = chain.network.wallets;
  const state = relayState(1);
  const to = addressOfState(state);
  const body = relayBody({ queryId: 1n, hops: 5, next: to, response: alice!.address });
  const order = { to, amount: 1_000_000_000n, bounce: true, state, body };
  const message = alice!.transfer({ ...order, seqno: 0, validUntil: chain.now() + 1_000 });
  const whole = await emulate(message, pool);
  const emulateTransaction: TvmPool['emulateTransaction'] = async (call, options) => {
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    return await pool.emulateTransaction(call, options);
  };
  const late = await emulate(message, poolWith(pool, { emulateTransaction }));
  // All of them waited longer than a trace has time.
  expect(transactionsOf(late).length * WAIT_MS).toBeGreaterThan(3_000);
  expect(late).toEqual(whole);
}, 60_000);
