import { describe, expect, it } from '@jest/globals';
import { createWorkQueue } from './work-queue.ts';
import { runForCaller } from './caller.ts';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const outcomesOf = async (works: readonly Promise<unknown>[]): Promise<readonly string[]> =>
  (await Promise.allSettled(works)).map((outcome) =>
    outcome.status === 'fulfilled' ? 'done' : (outcome.reason as { readonly code: string }).code,
  );

describe('createWorkQueue', () => {
  it('does work in order while there is time, and refuses the rest before it is late', async () => {
    const queue = createWorkQueue({
      weightMax: 1,
      waitingMax: 1_000,
      totalMsMax: 400,
      now: () => performance.now(),
    });
    const endedMs: number[] = [];
    const began = performance.now();
    const works = Array.from({ length: 80 }, () =>
      queue.run(async () => {
        await sleep(30);
        endedMs.push(performance.now() - began);
      }),
    );
    const outcomes = await outcomesOf(works);
    const doneCount = outcomes.filter((outcome) => outcome === 'done').length;
    expect(doneCount).toBeGreaterThan(0);
    expect(outcomes.filter((outcome) => outcome === 'overloaded')).toHaveLength(80 - doneCount);
    // No refused work was started.
    expect(endedMs).toHaveLength(doneCount);
    expect([queue.runningCount, queue.waitingCount]).toEqual([0, 0]);
  });

  it('refuses at once when the pace shows that it would take far too long', async () => {
    let nowMs = 0;
    const queue = createWorkQueue({ weightMax: 10, waitingMax: 1_000, totalMsMax: 1_000, now: () => nowMs });
    const ends: (() => void)[] = [];
    const enter = () => queue.run(() => new Promise<void>((resolve) => ends.push(resolve)), 10);
    const works = [enter(), enter(), enter()];
    await sleep(0);
    nowMs = 900;
    ends[0]?.();
    await sleep(0);
    // 90 ms per weight, and a weight of 20 inside: a wait of 1,800 ms.
    expect(() => queue.checkRoom()).not.toThrow();
    const more = enter();
    expect(() => queue.checkRoom()).toThrow(expect.objectContaining({ code: 'overloaded', retryAfterSeconds: 3 }));
    nowMs += 10_000;
    // The measurement is too old now.
    expect(() => queue.checkRoom()).not.toThrow();
    for (let end = 1; end < 4; end++) {
      ends[end]?.();
      await sleep(0);
    }
    await Promise.all([...works, more]);
  });

  it('counts the time that a request has waited elsewhere', async () => {
    const queue = createWorkQueue({ weightMax: 1, waitingMax: 10, totalMsMax: 2_000, now: () => performance.now() });
    const blocking = queue.run(() => sleep(1_900));
    const [early, late] = [
      performance.now(),
      runForCaller(undefined, async () => {
        await sleep(900);
        return await queue.run(async () => performance.now());
      }),
    ];
    await expect(late).rejects.toMatchObject({ code: 'overloaded' });
    expect(performance.now() - early).toBeLessThan(1_850);
    await blocking;
  });

  it('lets a request that has waited long elsewhere still wait for a moment', async () => {
    const queue = createWorkQueue({
      weightMax: 1,
      waitingMax: 10,
      totalMsMax: 2_000,
      now: () => performance.now(),
    });
    const blocking = queue.run(() => sleep(1_300));
    const late = runForCaller(undefined, async () => {
      await sleep(1_100);
      return await queue.run(async () => 'done');
    });
    expect(await late).toBe('done');
    await blocking;
  });
});
