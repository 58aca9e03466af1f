import { describe, expect, it } from '@jest/globals';
import { TvmError } from '@tonriver/tvm';
import { createLanes } from './lanes.ts';

const options = {
  slowGas: 100n,
  slowRunningMax: 1,
  slowWaitingMax: 2,
  firstRunningMax: 2,
  firstWaitingMax: 2,
  kindsMax: 10,
};
const [QUICK, SLOW] = [{ gasUsed: 99n }, { gasUsed: 100n }];

/** A run that ends when `end` is called. */
function held(result = SLOW) {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let hasStarted = false;
  const work = async () => {
    hasStarted = true;
    await finished;
    return result;
  };
  return { work, finish: () => finish(), hasStarted: () => hasStarted };
}

const kindOf = (code: string, methodId = 0) => ({ code, methodId });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('runs of a kind that was slow', () => {
  it('run one after the other, while runs of other kinds go on', async () => {
    const lanes = createLanes(options);
    await lanes.run(kindOf('slow'), async () => SLOW);
    await lanes.run(kindOf('quick'), async () => QUICK);
    const [first, second] = [held(), held()];
    const runs = [lanes.run(kindOf('slow'), first.work), lanes.run(kindOf('slow'), second.work)];
    await turn();
    expect([first.hasStarted(), second.hasStarted()]).toEqual([true, false]);
    for (const kind of ['quick', 'quick', 'new']) expect(await lanes.run(kindOf(kind), async () => QUICK)).toBe(QUICK);
    first.finish();
    await turn();
    expect(second.hasStarted()).toBe(true);
    second.finish();
    await Promise.all(runs);
  });

  it('are refused when too many wait, with a time to retry', async () => {
    const lanes = createLanes(options);
    await lanes.run(kindOf('slow'), async () => SLOW);
    const all = [held(), held(), held()];
    const runs = all.map(({ work }) => lanes.run(kindOf('slow'), work));
    await expect(lanes.run(kindOf('slow'), async () => SLOW)).rejects.toMatchObject({
      code: 'overloaded',
      fields: { retryAfterMs: 200 },
      isRetryable: true,
    });
    for (const { finish } of all) finish();
    await Promise.all(runs);
    expect(await lanes.run(kindOf('slow'), async () => QUICK)).toBe(QUICK);
  });

  it('leave the queue when no caller waits for them, and the next ones move up', async () => {
    const lanes = createLanes(options);
    await lanes.run(kindOf('slow'), async () => SLOW);
    const [first, left, stayed] = [held(), held(), held()];
    const gone = new AbortController();
    const runs = [lanes.run(kindOf('slow'), first.work), lanes.run(kindOf('slow'), stayed.work)];
    const dropped = lanes.run(kindOf('slow'), left.work, gone.signal).catch((error: unknown) => error);
    gone.abort();
    expect(await dropped).toMatchObject({ code: 'timed_out' });
    first.finish();
    await turn();
    expect([stayed.hasStarted(), left.hasStarted()]).toEqual([true, false]);
    stayed.finish();
    await Promise.all(runs);
    expect(await lanes.run(kindOf('slow'), async () => QUICK)).toBe(QUICK);
  });

  it('count as quick again after a quick run', async () => {
    const lanes = createLanes(options);
    await lanes.run(kindOf('kind'), async () => SLOW);
    await lanes.run(kindOf('kind'), async () => QUICK);
    const all = [held(QUICK), held(QUICK), held(QUICK), held(QUICK)];
    const runs = all.map(({ work }) => lanes.run(kindOf('kind'), work));
    expect(all.every(({ hasStarted }) => hasStarted())).toBe(true);
    for (const { finish } of all) finish();
    await Promise.all(runs);
  });

  it('include runs that failed, because they may have been ended for taking too long', async () => {
    const lanes = createLanes({ ...options, slowWaitingMax: 0 });
    const failing = async (): Promise<typeof SLOW> => {
      throw new RangeError('ended');
    };
    await expect(lanes.run(kindOf('kind'), failing)).rejects.toThrow('ended');
    const first = held();
    const run = lanes.run(kindOf('kind'), first.work);
    await expect(lanes.run(kindOf('kind'), async () => SLOW)).rejects.toMatchObject({ code: 'overloaded' });
    first.finish();
    await run;
  });

  it('include methods of the same code that were never called, until one of them was quick', async () => {
    const lanes = createLanes({ ...options, slowWaitingMax: 0 });
    await lanes.run(kindOf('code', 1), async () => QUICK);
    await lanes.run(kindOf('code', 2), async () => SLOW);
    const first = held();
    const run = lanes.run(kindOf('code', 3), first.work);
    await expect(lanes.run(kindOf('code', 4), async () => SLOW)).rejects.toMatchObject({ code: 'overloaded' });
    expect(await lanes.run(kindOf('code', 1), async () => QUICK)).toBe(QUICK);
    first.finish();
    await run;
    await lanes.run(kindOf('code', 4), async () => QUICK);
    const second = held();
    const slow = lanes.run(kindOf('code', 2), second.work);
    expect(await lanes.run(kindOf('code', 4), async () => QUICK)).toBe(QUICK);
    second.finish();
    await slow;
  });

  it('do not include or exclude any because of a run without gas, which ran no code', async () => {
    const lanes = createLanes({ ...options, slowWaitingMax: 0 });
    await lanes.run(kindOf('slow'), async () => SLOW);
    const first = held({ gasUsed: 0n });
    const run = lanes.run(kindOf('slow'), first.work);
    const refused = { code: 'overloaded' };
    await expect(lanes.run(kindOf('slow'), async () => SLOW)).rejects.toMatchObject(refused);
    first.finish();
    await run;
    const second = held();
    const slow = lanes.run(kindOf('slow'), second.work);
    await expect(lanes.run(kindOf('slow'), async () => SLOW)).rejects.toMatchObject(refused);
    second.finish();
    await slow;
  });

  it('do not include runs that were refused or given up before they started', async () => {
    const lanes = createLanes({ ...options, slowRunningMax: 0, slowWaitingMax: 0 });
    for (const code of ['tvm_overloaded', 'tvm_aborted', 'tvm_closed'] as const) {
      const refused = async (): Promise<typeof QUICK> => {
        throw new TvmError(code, 'refused');
      };
      await expect(lanes.run(kindOf('kind'), refused)).rejects.toMatchObject({ code });
    }
    expect(await lanes.run(kindOf('kind'), async () => QUICK)).toBe(QUICK);
  });

  it('do not wait for a caller who has left before', async () => {
    const lanes = createLanes(options);
    await lanes.run(kindOf('slow'), async () => SLOW);
    const first = held();
    const running = lanes.run(kindOf('slow'), first.work);
    for (let left = 0; left < 3; left += 1) {
      const run = lanes.run(kindOf('slow'), async () => SLOW, AbortSignal.abort());
      await expect(run).rejects.toMatchObject({ code: 'timed_out' });
    }
    const waiting = lanes.run(kindOf('slow'), async () => SLOW);
    first.finish();
    expect(await Promise.all([running, waiting])).toEqual([SLOW, SLOW]);
  });
});

describe('first runs of a kind', () => {
  it('tell what others of it take: those wait for the first one, and then one after the other', async () => {
    const lanes = createLanes({ ...options, slowWaitingMax: 10 });
    const all = [held(), held(), held()];
    const runs = all.map(({ work }) => lanes.run(kindOf('loop'), work));
    await turn();
    expect(all.map(({ hasStarted }) => hasStarted())).toEqual([true, false, false]);
    all[0]!.finish();
    await turn();
    expect(all.map(({ hasStarted }) => hasStarted())).toEqual([true, true, false]);
    for (const { finish } of all) finish();
    await Promise.all(runs);
  });

  it('let all others begin when it was quick, and the next one tell when it was given up or ran no code', async () => {
    const lanes = createLanes(options);
    const first = held({ gasUsed: 0n });
    const others = [held(QUICK), held(QUICK), held(QUICK)];
    const gone = new AbortController();
    const firstRun = lanes.run(kindOf('new'), first.work);
    const left = lanes.run(kindOf('new'), async () => QUICK, gone.signal).catch((error: unknown) => error);
    const runs = others.map(({ work }) => lanes.run(kindOf('new'), work));
    gone.abort();
    expect(await left).toMatchObject({ code: 'timed_out' });
    first.finish();
    await firstRun;
    await turn();
    expect(others.map(({ hasStarted }) => hasStarted())).toEqual([true, false, false]);
    others[0]!.finish();
    await turn();
    expect(others.every(({ hasStarted }) => hasStarted())).toBe(true);
    for (const { finish } of others) finish();
    await Promise.all(runs);
  });

  it('leave a thread to kinds that are known as quick', async () => {
    const lanes = createLanes({ ...options, firstRunningMax: 1 });
    await lanes.run(kindOf('quick'), async () => QUICK);
    const [first, second] = [held(), held()];
    const runs = [lanes.run(kindOf('new 1'), first.work), lanes.run(kindOf('new 2'), second.work)];
    await turn();
    expect([first.hasStarted(), second.hasStarted()]).toEqual([true, false]);
    expect(await lanes.run(kindOf('quick'), async () => QUICK)).toBe(QUICK);
    first.finish();
    await turn();
    expect(second.hasStarted()).toBe(true);
    second.finish();
    await Promise.all(runs);
  });

  it('do not begin when another method of the code was slow meanwhile', async () => {
    const lanes = createLanes({ ...options, firstRunningMax: 1, slowWaitingMax: 10 });
    const methods = [held(), held(), held()];
    const runs = methods.map(({ work }, methodId) => lanes.run(kindOf('loop', methodId), work));
    await turn();
    methods[0]!.finish();
    await turn();
    // The others have left the place for first runs: one of them is the slow run now.
    expect(methods.map(({ hasStarted }) => hasStarted())).toEqual([true, true, false]);
    const other = held(QUICK);
    const quick = lanes.run(kindOf('other'), other.work);
    await turn();
    expect(other.hasStarted()).toBe(true);
    for (const { finish } of [...methods, other]) finish();
    await Promise.all([...runs, quick]);
  });

  it('are refused when too many wait, and are told that they have a place', async () => {
    const lanes = createLanes({ ...options, firstRunningMax: 1, firstWaitingMax: 1 });
    const told: boolean[] = [];
    const first = held();
    const runs = [
      lanes.run(kindOf('new 1'), async (hasPlace) => {
        told.push(hasPlace);
        return await first.work();
      }),
      lanes.run(kindOf('new 2'), async () => QUICK),
    ];
    await expect(lanes.run(kindOf('new 3'), async () => QUICK)).rejects.toMatchObject({ code: 'overloaded' });
    first.finish();
    await Promise.all(runs);
    await lanes.run(kindOf('new 2'), async (hasPlace) => {
      told.push(hasPlace);
      return QUICK;
    });
    expect(told).toEqual([true, false]);
  });
});
