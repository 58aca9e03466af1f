import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHealth } from './health.ts';
import { watchProcess } from './watch-process.ts';

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
});
afterEach(() => stop.abort());

/** Waits until `/live` is as said; a machine under load may take its time. */
async function untilLive(health: ReturnType<typeof createHealth>, isOk: boolean): Promise<void> {
  for (let tries = 0; tries < 1_000 && health.live().isOk !== isOk; tries += 1) await sleep(5);
  expect(health.live().isOk).toBe(isOk);
}

describe('a process that runs but cannot work', () => {
  it('is not alive while no file can be opened, and reports why', async () => {
    const health = createHealth();
    let isExhausted = false;
    const openSomething = async (): Promise<void> => {
      if (isExhausted) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    };
    void watchProcess({ health, openSomething, intervalMs: 5, silenceMsMax: 50 }, stop.signal);
    await sleep(100);
    expect(health.live()).toEqual({ isOk: true, problems: {} });
    isExhausted = true;
    await untilLive(health, false);
    expect(health.live().problems).toEqual({ process: 'no file can be opened: EMFILE' });
    isExhausted = false;
    await untilLive(health, true);
  });

  it('is not alive while its threads are stuck', async () => {
    const health = createHealth();
    const openSomething = (): Promise<void> => new Promise(() => undefined);
    void watchProcess({ health, openSomething, intervalMs: 5, silenceMsMax: 50 }, stop.signal);
    await untilLive(health, false);
    expect(health.live().problems).toEqual({ process: 'all threads that open files are stuck' });
  });

  it('is alive after the process itself stood still, however long', async () => {
    const health = createHealth();
    const reports: boolean[] = [];
    const watched = {
      ...health,
      vital: (name: string) => {
        const report = health.vital(name);
        return (trouble?: string) => {
          reports.push(trouble === undefined);
          report(trouble);
        };
      },
    };
    // Done in the next turn of the event loop, as a file would be, but without threads, which a busy machine starves.
    const openSomething = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    void watchProcess({ health: watched, openSomething, intervalMs: 20, silenceMsMax: 200 }, stop.signal);
    await sleep(100);
    const endMs = performance.now() + 1_000;
    while (performance.now() < endMs);
    await sleep(200);
    expect(reports).not.toContain(false);
  });

  it('is alive otherwise', async () => {
    const health = createHealth();
    void watchProcess({ health, intervalMs: 5, silenceMsMax: 2_000 }, stop.signal);
    await sleep(50);
    expect(health.live()).toEqual({ isOk: true, problems: {} });
  });
});
