import { beforeEach, describe, expect, it } from '@jest/globals';
import { stubStore } from '@tonriver/chain-reader/testing';
import type { GetMethodCall, NeutralStackEntry } from '@tonriver/api-model';
import { Bag, writeBag, CellBuilder } from '@tonriver/boc';
import { createMemoryCache } from '@tonriver/cache';
import { findInDictionary, hashToHex } from '@tonriver/chain-model';
import { ClickHouseStoreError } from '@tonriver/clickhouse';
import { createMetrics } from '@tonriver/telemetry';
import { type StackEntry, TvmError, type TvmErrorCode } from '@tonriver/tvm';
import { createGetMethodExecutor, defaultGetMethodExecutorConfig } from './service.ts';
import { createFakePool, type FakePool } from './testing/fake-pool.test-support.ts';
import {
  accountHex,
  bagOf,
  bagWithLibraries,
  createFakeSource,
  type FakeSource,
  hashOf,
  shardAccount,
} from './testing/fake-source.test-support.ts';

let pool: FakePool;
let source: FakeSource;

beforeEach(() => {
  pool = createFakePool();
  source = createFakeSource();
});

const call = (changes: Partial<GetMethodCall> = {}): GetMethodCall => ({
  workchain: 0,
  accountHex,
  methodId: 85143,
  stack: [],
  ...changes,
});

const open = (
  options: {
    readonly store?: ReturnType<typeof stubStore>;
    readonly withSource?: boolean;
    readonly callsMax?: number;
  } = {},
) =>
  createGetMethodExecutor({
    store: options.store ?? stubStore(),
    pool,
    source: options.withSource === false ? undefined : source,
    cache: createMemoryCache({ bytesMax: 1_000_000 }),
    metrics: createMetrics(),
    network: 'test',
    config: defaultGetMethodExecutorConfig({ callsMax: options.callsMax ?? 10 }),
  });

describe('a call', () => {
  it('runs with the state of the account at the block, and returns the block', async () => {
    const answer = await open().run(call());
    expect(answer).toEqual({
      exitCode: 0,
      gasUsed: 100,
      stack: [],
      missingLibraryHex: null,
      block: { seqno: 2, rootHashHex: '02'.repeat(32), fileHashHex: null, unixTime: 1002 },
      lastTransaction: { lt: '7', hashHex: '07'.repeat(32) },
      isCached: false,
    });
    expect(pool.calls).toEqual([
      expect.objectContaining({
        balance: 5n,
        extraCurrencies: [{ currency: 9, amount: 3n }],
        codeBoc: bagOf(1),
        dataBoc: bagOf(2),
        librariesBoc: null,
        randomSeed: new Uint8Array(32),
        gasLimit: 1_000_000n,
        environment: expect.objectContaining({ unixTime: 1002, previousBlocksBoc: null, configBoc: bagOf(99) }),
      }),
    ]);
  });

  it('runs at the block that it names, and is refused when there is no such block', async () => {
    expect((await open().run(call({ seqno: 1 }))).block.seqno).toBe(1);
    await expect(open().run(call({ seqno: 3 }))).rejects.toMatchObject({
      code: 'block_not_indexed',
      fields: { seqno: 3 },
    });
    await expect(open({ withSource: false }).run(call())).rejects.toMatchObject({
      code: 'not_ready',
      isRetryable: true,
    });
  });

  it.each([
    ['uninit', () => shardAccount({ status: 'uninit' })],
    ['frozen', () => shardAccount({ status: 'frozen' })],
    ['active without code', () => shardAccount({ codeBoc: null })],
    ['proved not to exist', () => undefined],
  ])('of an account that is %s ends with -13', async (_what, make) => {
    source.shardAccountBoc = make();
    expect(await open().run(call())).toMatchObject({ exitCode: -13, gasUsed: 0, stack: [] });
    expect(pool.calls).toEqual([]);
  });

  it('is an error when the account is unknown', async () => {
    source.shardAccountBoc = 'not known';
    await expect(open().run(call())).rejects.toMatchObject({
      code: 'account_unknown',
      message: 'account state unknown',
    });
  });

  it('runs an account without data with the empty cell', async () => {
    source.shardAccountBoc = shardAccount({ dataBoc: null });
    await open().run(call());
    expect(pool.calls[0]?.dataBoc).toEqual(writeBag([new CellBuilder().endCell()]));
  });

  it('accepts and returns entries of every kind', async () => {
    const boc = Buffer.from(bagOf(3)).toString('base64');
    const stack: NeutralStackEntry[] = [
      { type: 'null' },
      { type: 'nan' },
      { type: 'number', value: '-5' },
      { type: 'slice', boc },
      {
        type: 'list',
        items: [
          { type: 'number', value: '1' },
          { type: 'tuple', items: [] },
        ],
      },
      {
        type: 'tuple',
        items: [
          { type: 'cell', boc },
          { type: 'number', value: '2' },
        ],
      },
    ];
    pool.run = async ({ stack: given }) => ({ stack: given });
    expect((await open().run(call({ stack }))).stack).toEqual(stack);
    const pair = (...items: StackEntry[]): StackEntry => ({ type: 'tuple', items });
    expect(pool.calls[0]?.stack[4]).toEqual(pair({ type: 'number', value: 1n }, pair(pair(), { type: 'null' })));
  });

  it.each([
    ['no bag', 'AAAA'],
    [
      'two roots',
      Buffer.from(writeBag([new CellBuilder().endCell(), new CellBuilder().storeBit(1).endCell()])).toString('base64'),
    ],
  ])('with %s as an argument names it', async (_what, boc) => {
    const stack: NeutralStackEntry[] = [{ type: 'null' }, { type: 'tuple', items: [{ type: 'cell', boc }] }];
    await expect(open().run(call({ stack }))).rejects.toMatchObject({ code: 'bad_call', fields: { index: 1 } });
  });

  it('returns long lists flat and refuses results that are nested too deep', async () => {
    let list: StackEntry = { type: 'null' };
    for (let index = 0; index < 20_000; index += 1) list = { type: 'tuple', items: [{ type: 'null' }, list] };
    pool.run = async () => ({ stack: [list] });
    const [entry] = (await open().run(call())).stack;
    expect(entry).toMatchObject({ type: 'list' });
    let deep: StackEntry = { type: 'null' };
    for (let index = 0; index < 101; index += 1) deep = { type: 'tuple', items: [deep] };
    pool.run = async () => ({ stack: [deep] });
    await expect(open().run(call())).rejects.toMatchObject({
      code: 'result_too_deep',
      message: 'Result stack depth >= 100',
    });
  });
});

describe('equal calls', () => {
  it('run once when they overlap, and are answered from the cache afterwards', async () => {
    const executor = open();
    const answers = await Promise.all([executor.run(call()), executor.run(call()), executor.run(call())]);
    expect(answers.map(({ isCached }) => isCached)).toEqual([false, false, false]);
    expect((await executor.run(call())).isCached).toBe(true);
    expect(pool.calls).toHaveLength(1);
    await executor.run(call({ stack: [{ type: 'null' }] }));
    await executor.run(call({ methodId: 1 }));
    await executor.run(call({ seqno: 1 }));
    expect(pool.calls).toHaveLength(4);
  });

  it('are not kept when they fail', async () => {
    const executor = open();
    pool.run = async () => {
      throw new TvmError('tvm_timed_out', 'late');
    };
    await expect(executor.run(call())).rejects.toMatchObject({ code: 'timed_out' });
    pool.run = async () => ({});
    expect((await executor.run(call())).exitCode).toBe(0);
  });

  it('run on for other callers when one has left', async () => {
    const executor = open();
    let finish: () => void = () => undefined;
    pool.run = async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return {};
    };
    const gone = new AbortController();
    const left = executor.run(call(), { signal: gone.signal });
    const stayed = executor.run(call());
    while (pool.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    gone.abort();
    await expect(left).rejects.toMatchObject({ code: 'timed_out' });
    finish();
    expect((await stayed).exitCode).toBe(0);
  });
});

/** Runs a method with an argument, so that the next call of it is not the first one of its kind, and not cached. */
async function runBefore(executor: ReturnType<typeof open>, methodId?: number): Promise<void> {
  await executor.run(call({ ...(methodId === undefined ? {} : { methodId }), stack: [{ type: 'null' }] }));
}

describe('calls whose callers have left', () => {
  it('are not started', async () => {
    const executor = open();
    const gone = new AbortController();
    gone.abort();
    await expect(executor.run(call(), { signal: gone.signal })).rejects.toMatchObject({ code: 'timed_out' });
    expect(pool.calls).toHaveLength(0);
  });

  it('leave the queue of the pool when all callers of the same run have left', async () => {
    const executor = open();
    pool.run = () => new Promise(() => undefined);
    const [first, second] = [new AbortController(), new AbortController()];
    const left = [first, second].map(({ signal }) => executor.run(call(), { signal }).catch((error: unknown) => error));
    while (pool.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    first.abort();
    await left[0];
    expect(pool.signals[0]?.aborted).toBe(false);
    second.abort();
    await left[1];
    expect(pool.signals[0]?.aborted).toBe(true);
  });

  it('count towards the limit while their work goes on', async () => {
    const executor = open({ callsMax: 3 });
    for (const methodId of [1, 2, 3]) await runBefore(executor, methodId);
    const callsBefore = pool.calls.length;
    pool.run = () => new Promise(() => undefined);
    for (const methodId of [1, 2, 3]) {
      const gone = new AbortController();
      const left = executor.run(call({ methodId }), { signal: gone.signal }).catch((error: unknown) => error);
      while (pool.calls.length < callsBefore + methodId) await new Promise((resolve) => setImmediate(resolve));
      gone.abort();
      await left;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect(executor.run(call({ methodId: 4 }))).rejects.toMatchObject({ code: 'overloaded' });
  });

  it('do not prevent the answer of later calls', async () => {
    const executor = open();
    await runBefore(executor);
    pool.run = () => new Promise(() => undefined);
    const gone = new AbortController();
    const left = executor.run(call(), { signal: gone.signal }).catch((error: unknown) => error);
    while (pool.calls.length === 1) await new Promise((resolve) => setImmediate(resolve));
    gone.abort();
    await left;
    pool.run = async () => ({});
    expect((await executor.run(call())).exitCode).toBe(0);
  });
});

describe('libraries', () => {
  const library = bagOf(50);
  const nested = bagWithLibraries(hashOf(library));

  it('are those that code, data and arguments refer to, directly or through other libraries', async () => {
    source.libraries.set(hashToHex(hashOf(library)), library).set(hashToHex(hashOf(nested)), nested);
    source.shardAccountBoc = shardAccount({ dataBoc: bagWithLibraries(hashOf(nested)) });
    await open().run(call());
    const bag = Bag.parse(pool.calls[0]?.librariesBoc ?? new Uint8Array());
    for (const boc of [library, nested]) {
      const value = findInDictionary(bag, bag.root, 256, hashOf(boc));
      expect(bag.hash(value?.loadRef() ?? -1)).toEqual(hashOf(boc));
    }
  });

  it('without a reference are added when the run needs them', async () => {
    source.libraries.set(hashToHex(hashOf(library)), library);
    pool.run = async ({ librariesBoc }) =>
      librariesBoc === null ? { exitCode: 9, missingLibrary: hashOf(library) } : { exitCode: 0 };
    expect(await open().run(call())).toMatchObject({ exitCode: 0, missingLibraryHex: null });
    expect(pool.calls).toHaveLength(2);
  });

  it('that do not exist are named, and the exit code is returned', async () => {
    pool.run = async () => ({ exitCode: 9, missingLibrary: hashOf(library) });
    const missingLibraryHex = hashToHex(hashOf(library)).toUpperCase();
    expect(await open().run(call())).toMatchObject({ exitCode: 9, missingLibraryHex });
    expect(pool.calls).toHaveLength(1);
  });

  it('are added only a limited number of times', async () => {
    let next = 0;
    source.library = async () => bagOf(next);
    pool.run = async () => ({ exitCode: 9, missingLibrary: new Uint8Array(32).fill((next += 1)) });
    await expect(open().run(call())).rejects.toMatchObject({ code: 'library_unknown' });
    expect(pool.calls.length).toBeLessThan(32);
  });

  it('are the same bytes when they are equal', async () => {
    source.libraries.set(hashToHex(hashOf(library)), library);
    source.shardAccountBoc = shardAccount({ codeBoc: bagWithLibraries(hashOf(library)) });
    const executor = open();
    await executor.run(call());
    await executor.run(call({ methodId: 2 }));
    expect(pool.calls[0]?.librariesBoc).toBe(pool.calls[1]?.librariesBoc);
  });
});

describe('failures', () => {
  it.each<[TvmErrorCode, string]>([
    ['tvm_overloaded', 'overloaded'],
    ['tvm_timed_out', 'timed_out'],
    ['tvm_out_of_memory', 'out_of_memory'],
    ['tvm_config_not_supported', 'config_not_supported'],
    ['tvm_bad_stack', 'bad_call'],
    ['tvm_stack_too_deep', 'result_too_deep'],
    ['tvm_stack_too_large', 'result_too_large'],
    ['tvm_worker_lost', 'failed'],
    ['tvm_closed', 'unavailable'],
  ])('%s is %s', async (tvm, code) => {
    pool.run = async () => {
      throw new TvmError(tvm, 'as it is', { retryAfterMs: 50 });
    };
    await expect(open().run(call())).rejects.toMatchObject({ code, fields: { retryAfterMs: 50 } });
  });

  it('an unavailable store is reported without its message', async () => {
    const store = stubStore(async () => {
      throw new ClickHouseStoreError('clickhouse_unreachable', 'SELECT secret', {}, { isRetryable: true });
    });
    await expect(open({ store }).run(call())).rejects.toMatchObject({
      code: 'unavailable',
      message: 'the data store is not available',
      isRetryable: true,
    });
  });

  it('calls beyond the limit are refused, with a time to retry', async () => {
    const executor = open({ callsMax: 2 });
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    pool.run = async () => {
      await finished;
      return {};
    };
    const running = [executor.run(call()), executor.run(call({ methodId: 1 }))];
    await expect(executor.run(call())).rejects.toMatchObject({ code: 'overloaded', fields: { retryAfterMs: 1000 } });
    finish();
    await Promise.all(running);
    expect((await executor.run(call())).exitCode).toBe(0);
  });

  it('an unexpected error is thrown unchanged', async () => {
    pool.run = async () => {
      throw new RangeError('ours');
    };
    await expect(open().run(call())).rejects.toThrow(RangeError);
  });
});
