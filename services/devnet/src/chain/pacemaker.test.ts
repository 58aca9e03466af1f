import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tonriver/testing';
import { createPacemaker, type PacemakerOptions } from './pacemaker.ts';

describe('the pacemaker', () => {
  const start = (blockTimeMs: number, makeRound: () => Promise<void>, changes: Partial<PacemakerOptions> = {}) => {
    const quiet = { idle: null, hasWork: () => false, elapsedMs: () => performance.now() };
    const pacemaker = createPacemaker({ blockTimeMs, makeRound, ...quiet, ...changes });
    const stop = new AbortController();
    const running = pacemaker.run(stop.signal);
    return { pacemaker, running, stop: () => stop.abort() };
  };

  it('makes rounds by the clock, none while it is paused, and goes on', async () => {
    let rounds = 0;
    const { pacemaker, running, stop } = start(5, async () => void rounds++);
    await eventually(() => rounds > 3, { timeoutMs: 5_000 });
    pacemaker.pause();
    await new Promise((resolve) => void setTimeout(resolve, 20));
    const paused = rounds;
    await new Promise((resolve) => void setTimeout(resolve, 40));
    expect(rounds).toBe(paused);
    await expect(pacemaker.demand(1)).rejects.toMatchObject({ code: 'not_on_demand' });
    pacemaker.resume();
    await eventually(() => rounds > paused, { timeoutMs: 5_000 });
    stop();
    await running;
  });

  it('slows down when nothing is to be done, goes on at once when it is woken, and stays awake while there is work', async () => {
    let rounds = 0;
    let hasWork = false;
    const options = { idle: { afterMs: 50, roundMs: 60_000 }, hasWork: () => hasWork };
    const { pacemaker, running, stop } = start(5, async () => void rounds++, options);
    await eventually(() => pacemaker.isIdle, { timeoutMs: 5_000 });
    await new Promise((resolve) => void setTimeout(resolve, 30));
    const idle = rounds;
    await new Promise((resolve) => void setTimeout(resolve, 100));
    expect(rounds).toBe(idle);
    hasWork = true;
    pacemaker.wake();
    await eventually(() => rounds > idle + 20, { timeoutMs: 5_000 });
    expect(pacemaker.isIdle).toBe(false);
    stop();
    await running;
  });

  it('makes rounds on demand alone, and tells when they are made', async () => {
    let rounds = 0;
    const { pacemaker, running, stop } = start(0, async () => void rounds++);
    await new Promise((resolve) => void setTimeout(resolve, 20));
    expect(rounds).toBe(0);
    await Promise.all([pacemaker.demand(3), pacemaker.demand(2)]);
    expect(rounds).toBe(5);
    stop();
    await running;
  });

  it('leaves no listeners at its signal, however often it waits', async () => {
    const stop = new AbortController();
    const quiet = { idle: null, hasWork: () => false, elapsedMs: () => performance.now() };
    const pacemaker = createPacemaker({ blockTimeMs: 0, makeRound: async () => undefined, ...quiet });
    const running = pacemaker.run(stop.signal);
    for (let round = 0; round < 20; round += 1) await pacemaker.demand(1);
    await new Promise((resolve) => void setTimeout(resolve, 0));
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    stop.abort();
    await running;
  });

  it('ends with the error of a round, and so does who waits for rounds', async () => {
    const { pacemaker, running } = start(0, () => Promise.reject(new Error('disk full')));
    const waiting = pacemaker.demand(1);
    await expect(running).rejects.toThrow('disk full');
    await expect(waiting).rejects.toThrow('disk full');
  });
});
