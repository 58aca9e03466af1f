import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { libraryReference } from '@tonriver/boc/testing';
import { buildConfig, buildHashmap } from '@tonriver/chain-model';
import { eventually } from '@tonriver/testing';
import type { GetMethodCall } from '../get-method.ts';
import type { StackEntry } from '../stack-entry.ts';
import type { TvmPool } from '../tvm-pool.ts';
import { createTvmPool } from './create-tvm-pool.ts';

const version = new CellBuilder().storeUint(0xc4, 8).storeUint(13, 32).storeUint(0, 64).endCell();
const configBoc = writeBag([buildConfig([{ parameter: 8, cell: version }])!]);
const emptyBoc = writeBag([Cell.empty]);

function codeOf(hex: string): Uint8Array {
  return writeBag([new CellBuilder().storeBytes(Buffer.from(hex, 'hex')).endCell()]);
}

function callOf(fields: Partial<GetMethodCall>): GetMethodCall {
  return {
    environment: { key: 'small', configBoc, previousBlocksBoc: null, unixTime: 1_700_000_000 },
    address: { workchain: 0, hash: new Uint8Array(32) },
    balance: 5n,
    extraCurrencies: [],
    codeBoc: emptyBoc,
    dataBoc: emptyBoc,
    librariesBoc: null,
    methodId: 1,
    stack: [],
    randomSeed: new Uint8Array(32),
    gasLimit: 1_000_000n,
    ...fields,
  };
}

/** Of a run that gets little of a processor. */
const LIMIT_MS = 400;
/** PUSHCONT { NOP }, AGAIN. */
const endless = codeOf('9100ea');
/** PUSHNULL, PUSHCONT { 1 TUPLE }, then as often as `times` says: REPEAT. */
function nestedTuples(times: number): Uint8Array {
  const builder = new CellBuilder().storeUint(0x6d, 8).storeUint(0x81, 8).storeInt(times, 16);
  return writeBag([builder.storeUint(0x926f01, 24).storeUint(0xe4, 8).endCell()]);
}

let pool: TvmPool;

beforeAll(async () => {
  pool = await createTvmPool({ workerCount: 2, queueLengthMax: 20, wallTimeMs: 3_000, memoryMbMax: 256 });
});

/** Checks that other calls still work after a hostile one. */
afterEach(async () => {
  const { exitCode, stack } = await pool.runGetMethod(callOf({ codeBoc: codeOf('77') }));
  expect({ exitCode, stack }).toEqual({
    exitCode: 0,
    stack: [
      { type: 'number', value: 1n },
      { type: 'number', value: 7n },
    ],
  });
});

afterAll(async () => {
  await pool.close();
});

describe('a contract that loops for ever', () => {
  it('ends when its gas is used up, as an exit code', async () => {
    const result = await pool.runGetMethod(callOf({ codeBoc: endless }));
    expect(result.exitCode).toBe(-14);
    expect(result.gasUsed).toBeGreaterThanOrEqual(1_000_000n);
  });

  it('ends after its wall time when the gas is unlimited, and does not stop others', async () => {
    const { workersReplaced } = pool.status();
    const loop = pool.runGetMethod(callOf({ codeBoc: endless, gasLimit: 2n ** 62n }), { wallTimeMs: 1_500 });
    const others = Array.from({ length: 10 }, () => pool.runGetMethod(callOf({ codeBoc: codeOf('77') })));
    await expect(loop).rejects.toMatchObject({ code: 'tvm_timed_out', fields: { wallTimeMs: 1_500 } });
    expect((await Promise.all(others)).every(({ exitCode }) => exitCode === 0)).toBe(true);
    await eventually(() => expect(pool.status().workersReplaced).toBe(workersReplaced + 1), { timeoutMs: 5_000 });
  });

  it('ends after its time of a processor, where that counts, however little of one it gets', async () => {
    const counting = await createTvmPool({
      workerCount: 1,
      queueLengthMax: 1,
      wallTimeMs: LIMIT_MS,
      memoryMbMax: 256,
      niceness: 19,
      countsProcessorTime: true,
    });
    // Each of these wants a whole processor, and goes before the run.
    const others = Array.from({ length: 2 * availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
    try {
      const startedAt = performance.now();
      const loop = counting.runGetMethod(callOf({ codeBoc: endless, gasLimit: 2n ** 62n }));
      await expect(loop).rejects.toMatchObject({ code: 'tvm_timed_out', fields: { wallTimeMs: LIMIT_MS } });
      // Elsewhere the system does not tell it.
      const least = process.platform === 'linux' ? 2 * LIMIT_MS : LIMIT_MS;
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(least);
    } finally {
      await Promise.all(others.map((worker) => worker.terminate()));
      await counting.close();
    }
  });

  it('leaves the queue when its caller aborts, and runs on when it has begun', async () => {
    const caller = new AbortController();
    const endlessCall = callOf({ codeBoc: endless, gasLimit: 2n ** 62n });
    const threads = pool.status().workersReady;
    const begun = Array.from({ length: threads }, () => pool.runGetMethod(endlessCall, { wallTimeMs: 1_000 }));
    const outcomes = Promise.allSettled(begun);
    const waiting = Array.from({ length: 3 }, () => pool.runGetMethod(endlessCall, { signal: caller.signal }));
    await eventually(() => expect(pool.status().waiting).toBeGreaterThanOrEqual(3), { timeoutMs: 5_000 });
    caller.abort();
    for (const call of waiting) await expect(call).rejects.toMatchObject({ code: 'tvm_aborted' });
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'tvm_timed_out' } });
    }
  });
});

describe('large and deep values', () => {
  it('a tuple nested 10,000 deep is refused as an argument', async () => {
    let value: StackEntry = { type: 'null' };
    for (let level = 0; level < 10_000; level++) value = { type: 'tuple', items: [value] };
    await expect(pool.runGetMethod(callOf({ stack: [value] }))).rejects.toMatchObject({
      code: expect.stringMatching(/^tvm_stack_too_deep$|^tvm_bad_input$/),
    });
  });

  it('a tuple nested 900 deep is returned, and the next calls succeed', async () => {
    const { stack } = await pool.runGetMethod(callOf({ codeBoc: nestedTuples(900) }));
    let value = stack.at(-1)!;
    let depth = 0;
    for (; value.type === 'tuple'; value = value.items[0]!) depth++;
    expect(depth).toBe(900);
    expect(pool.status().callsRepeated).toBe(0);
  });

  it.each([2_000, 10_000, 30_000])('a result nested %i deep is a typed error', async (depth) => {
    await expect(pool.runGetMethod(callOf({ codeBoc: nestedTuples(depth) }))).rejects.toMatchObject({
      name: 'TvmError',
      code: expect.stringMatching(/^tvm_(stack_too_deep|stack_too_large|emulator_failed)$/),
    });
  });

  it('arguments of more than four megabytes are refused', async () => {
    let big = Cell.empty;
    for (let level = 0; level < 1_000; level++) big = new CellBuilder().storeUint(level, 1_000).storeRef(big).endCell();
    const items = Array.from({ length: 250 }, (): StackEntry => ({ type: 'cell', boc: writeBag([big]) }));
    await expect(pool.runGetMethod(callOf({ stack: items }))).rejects.toMatchObject({ code: 'tvm_stack_too_large' });
  });

  it('arguments of one megabyte are accepted and returned', async () => {
    const leaf = (value: number): StackEntry => {
      let cell = Cell.empty;
      for (let level = 0; level < 40; level++) {
        cell = new CellBuilder()
          .storeUint(value * 64 + level, 1_000)
          .storeRef(cell)
          .endCell();
      }
      return { type: 'cell', boc: writeBag([cell]) };
    };
    const items = Array.from({ length: 200 }, (_, value) => leaf(value));
    const { stack, exitCode } = await pool.runGetMethod(callOf({ stack: [{ type: 'tuple', items }] }));
    expect(exitCode).toBe(0);
    expect(stack[0]).toEqual({ type: 'tuple', items });
  });

  it('more cells than the memory has room for are an error of the call only', async () => {
    const small = await createTvmPool({ workerCount: 1, queueLengthMax: 5, wallTimeMs: 20_000, memoryMbMax: 48 });
    try {
      let bomb = Cell.empty;
      for (let level = 0; level < 900; level++) bomb = new CellBuilder().storeUint(level, 900).storeRef(bomb).endCell();
      const cells = Array.from({ length: 60_000 }, (_, index) => new CellBuilder().storeUint(index, 900).endCell());
      while (cells.length > 1) {
        const four = cells.splice(0, 4);
        const parent = new CellBuilder().storeUint(cells.length, 32);
        for (const cell of four) parent.storeRef(cell);
        cells.push(parent.endCell());
      }
      const call = callOf({ dataBoc: writeBag([cells[0]!]) });
      await expect(small.runGetMethod(call)).rejects.toMatchObject({ code: 'tvm_out_of_memory' });
      expect(small.status().callsRepeated).toBe(1);
      expect((await small.runGetMethod(callOf({}))).exitCode).toBe(0);
    } finally {
      await small.close();
    }
  });
});

describe('malformed input', () => {
  /** 2^60 cells when expanded, 60 in the bag. */
  function expanding(): Cell {
    let cell = Cell.empty;
    for (let level = 0; level < 60; level++)
      cell = new CellBuilder().storeUint(level, 8).storeRef(cell).storeRef(cell).endCell();
    return cell;
  }

  it('a small bag with many shared cells is read quickly', async () => {
    const startedAt = performance.now();
    const bomb = writeBag([expanding()]);
    const result = await pool.runGetMethod(
      callOf({ codeBoc: bomb, dataBoc: bomb, stack: [{ type: 'cell', boc: bomb }] }),
    );
    expect(typeof result.exitCode).toBe('number');
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it.each(['codeBoc', 'dataBoc'] as const)('bytes that are not a bag of cells are refused as %s', async (part) => {
    await expect(pool.runGetMethod(callOf({ [part]: new Uint8Array([1, 2, 3]) }))).rejects.toMatchObject({
      code: 'tvm_bad_input',
    });
  });

  it.each([
    [
      'a configuration',
      { environment: { key: 'bad', configBoc: emptyBoc, previousBlocksBoc: null, unixTime: 1 } },
      'tvm_bad_config',
    ],
    [
      'previous blocks',
      { environment: { key: 'bad2', configBoc, previousBlocksBoc: emptyBoc, unixTime: 1 } },
      'tvm_bad_stack',
    ],
    ['a balance', { balance: 2n ** 63n }, 'tvm_bad_input'],
    ['a seed', { randomSeed: new Uint8Array(31) }, 'tvm_bad_input'],
    ['a gas limit', { gasLimit: 0n }, 'tvm_bad_input'],
    ['a method', { methodId: 2 ** 31 }, 'tvm_bad_input'],
    [
      'libraries',
      { codeBoc: writeBag([libraryReference(new Uint8Array(32))]), librariesBoc: new Uint8Array(3) },
      'tvm_bad_input',
    ],
    ['an argument', { stack: [{ type: 'continuation' as const }] }, 'tvm_bad_stack'],
  ])('%s that is none is refused', async (_what, fields, code) => {
    await expect(pool.runGetMethod(callOf(fields))).rejects.toMatchObject({ code });
  });

  it('a missing library is named, with exit code 9', async () => {
    const hash = new Uint8Array(32).fill(0xab);
    const result = await pool.runGetMethod(callOf({ codeBoc: writeBag([libraryReference(hash)]) }));
    expect(result).toMatchObject({ exitCode: 9, missingLibrary: hash });
  });

  it('a library under a wrong hash is ignored', async () => {
    const hash = new Uint8Array(32).fill(0xab);
    const loop = libraryReference(hash);
    const storeValue = (builder: CellBuilder, cell: Cell): void => void builder.storeRef(cell);
    const libraries = buildHashmap([{ key: hash, value: loop }], { keyBits: 256, storeValue })!;
    const result = await pool.runGetMethod(callOf({ codeBoc: writeBag([loop]), librariesBoc: writeBag([libraries]) }));
    expect(result).toMatchObject({ exitCode: 9, missingLibrary: hash });
  });
});

describe('c7', () => {
  it('has the balance with every extra currency', async () => {
    const extraCurrencies = [
      { currency: 100, amount: 5n },
      { currency: 239, amount: 2n ** 200n },
      { currency: 2 ** 32 - 1, amount: 7n },
      { currency: 7, amount: 0n },
    ];
    // BALANCE
    const { stack } = await pool.runGetMethod(
      callOf({ codeBoc: codeOf('f827'), extraCurrencies, balance: 2n ** 63n - 1n }),
    );
    const [, balance] = stack;
    expect(balance).toMatchObject({
      type: 'tuple',
      items: [{ type: 'number', value: 2n ** 63n - 1n }, { type: 'cell' }],
    });
    const entries = extraCurrencies
      .filter(({ amount }) => amount > 0n)
      .sort((left, right) => left.currency - right.currency)
      .map(({ currency, amount }) => ({
        key: Buffer.from(currency.toString(16).padStart(8, '0'), 'hex'),
        value: amount,
      }));
    const storeValue = (builder: CellBuilder, amount: bigint): void => void builder.storeVarUint(amount, 5);
    const expected = writeBag([buildHashmap(entries, { keyBits: 32, storeValue })!]);
    expect(balance).toMatchObject({ items: [{}, { boc: expected }] });
  });

  it('has the previous blocks, the time, the seed and the address', async () => {
    const { encodePreviousBlocks } = await import('../previous-blocks.ts');
    const block = {
      workchain: -1,
      shard: 1n << 63n,
      seqno: 5,
      rootHash: new Uint8Array(32).fill(1),
      fileHash: new Uint8Array(32).fill(2),
    };
    const previousBlocksBoc = encodePreviousBlocks({ recent: [block], keyBlock: block, hundreds: null });
    const environment = { key: 'with blocks', configBoc, previousBlocksBoc, unixTime: 1_700_000_001 };
    // PREVKEYBLOCK; NOW; RANDSEED; MYADDR
    const codeBoc = codeOf('f83401f823f826f828');
    const { stack } = await pool.runGetMethod(callOf({ environment, codeBoc, randomSeed: new Uint8Array(32).fill(3) }));
    expect(stack.slice(1)).toMatchObject([
      { type: 'tuple', items: [{ value: -1n }, { value: 1n << 63n }, { value: 5n }, {}, {}] },
      { type: 'number', value: 1_700_000_001n },
      { type: 'number', value: BigInt(`0x${'03'.repeat(32)}`) },
      { type: 'slice' },
    ]);
  });
});

describe('the queue', () => {
  it('refuses calls when it is full, with a time to retry', async () => {
    const calls = Array.from({ length: 60 }, () => pool.runGetMethod(callOf({ codeBoc: endless })));
    const results = await Promise.allSettled(calls);
    const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({
        code: 'tvm_overloaded',
        isRetryable: true,
        fields: { retryAfterMs: expect.any(Number) },
      });
    }
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(60 - refused.length);
  });

  it('is empty after the pool was closed, and accepts no calls', async () => {
    const closing = await createTvmPool({ workerCount: 1, queueLengthMax: 5, wallTimeMs: 5_000, memoryMbMax: 128 });
    const running = closing.runGetMethod(callOf({ codeBoc: endless, gasLimit: 2n ** 62n }));
    const waiting = closing.runGetMethod(callOf({}));
    const settled = Promise.allSettled([running, waiting]);
    await closing.close();
    expect(await settled).toMatchObject([{ reason: { code: 'tvm_closed' } }, { reason: { code: 'tvm_closed' } }]);
    await expect(closing.runGetMethod(callOf({}))).rejects.toMatchObject({ code: 'tvm_closed' });
  });
});

describe('an event loop that is busy', () => {
  it('receives results in one turn, and the next call gets the thread', async () => {
    const hasEnded = [false, false, false];
    const calls = hasEnded.map(async (_ended, index) => {
      await pool.runGetMethod(callOf({ codeBoc: codeOf('77') }));
      hasEnded[index] = true;
    });
    const deadline = performance.now() + 10_000;
    // Promises only: nothing that comes by the event loop is seen here.
    while (hasEnded.includes(false) && performance.now() < deadline) {
      pool.collect();
      await Promise.resolve();
    }
    expect(hasEnded).toEqual([true, true, true]);
    await Promise.all(calls);
  });
});
