import { describe, expect, it } from '@jest/globals';
import type { GetMethodCall } from '@tonriver/tvm';
import { createFakePool } from '../testing/fake-pool.test-support.ts';
import { createOnDemandPool } from './on-demand-pool.ts';

const call = { methodId: 1 } as GetMethodCall;

describe('a pool on demand', () => {
  it('starts once, with the first call', async () => {
    const inner = createFakePool();
    let starts = 0;
    const pool = createOnDemandPool(async () => {
      starts += 1;
      return inner;
    });
    expect([starts, pool.status().workersReady]).toEqual([0, 0]);
    await Promise.all([pool.runGetMethod(call), pool.runGetMethod(call)]);
    expect([starts, inner.calls.length, pool.status().workersReady]).toEqual([1, 2, 1]);
  });

  it('starts before the first call when it is told to, and a failure is that of the next call', async () => {
    let starts = 0;
    const pool = createOnDemandPool(async () => {
      starts += 1;
      if (starts === 1) throw new RangeError('no memory');
      return createFakePool();
    });
    pool.begin();
    await new Promise((resolve) => setImmediate(resolve));
    expect(starts).toBe(1);
    expect((await pool.runGetMethod(call)).exitCode).toBe(0);
  });

  it('tries again when its start failed', async () => {
    let starts = 0;
    const pool = createOnDemandPool(async () => {
      starts += 1;
      if (starts === 1) throw new RangeError('no memory');
      return createFakePool();
    });
    await expect(pool.runGetMethod(call)).rejects.toThrow('no memory');
    expect((await pool.runGetMethod(call)).exitCode).toBe(0);
  });

  it('closes the pool that it started, and starts none afterwards', async () => {
    let isClosed = false;
    const pool = createOnDemandPool(async () => ({ ...createFakePool(), close: async () => void (isClosed = true) }));
    await pool.runGetMethod(call);
    await pool.close();
    expect(isClosed).toBe(true);
    await expect(pool.runGetMethod(call)).rejects.toMatchObject({ code: 'tvm_closed' });
  });
});
