import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createPollPace } from './poll-pace.ts';

const never = new AbortController().signal;

/** A pace whose long pauses would outlast the test. */
function paceAt(clock: { nowMs: number }, pollMs = 60_000) {
  return createPollPace({ pollMs, quietPollMs: 60_000, quietAfterMs: 100, now: () => clock.nowMs });
}

/** Tells whether it ends much sooner than the long pauses. */
async function endsSoon(work: Promise<unknown>): Promise<boolean> {
  const late = new AbortController();
  const ended = await Promise.race([
    work.then(() => true),
    sleep(10_000, false, { signal: late.signal }).catch(() => false),
  ]);
  late.abort();
  return ended;
}

describe('createPollPace', () => {
  it('polls often while requests come', async () => {
    const clock = { nowMs: 0 };
    const pace = paceAt(clock, 1);
    clock.nowMs = 99;
    expect(await endsSoon(pace.pause(never))).toBe(true);
    await pace.requested();
    clock.nowMs = 198;
    expect(await endsSoon(pace.pause(never))).toBe(true);
  });

  it('the first requests after a quiet time start a poll and wait for it', async () => {
    const clock = { nowMs: 0 };
    const pace = paceAt(clock);
    clock.nowMs = 100;
    const pause = pace.pause(never);
    const answered: number[] = [];
    const requests = [1, 2].map((request) => pace.requested().then(() => answered.push(request)));
    await pause;
    const late = pace.requested().then(() => answered.push(3));
    await new Promise((resolve) => setImmediate(resolve));
    expect([answered, pace.isAfterQuiet]).toEqual([[], true]);
    pace.polled();
    expect(pace.isAfterQuiet).toBe(false);
    await Promise.all([...requests, late]);
    expect(answered).toEqual([1, 2, 3]);
    // The next ones do not wait: it is polled often again.
    await pace.requested();
  });

  it('a request that comes while the poll after a quiet pause runs waits for it', async () => {
    const clock = { nowMs: 0 };
    const pace = createPollPace({ pollMs: 60_000, quietPollMs: 1, quietAfterMs: 100, now: () => clock.nowMs });
    clock.nowMs = 100;
    await pace.pause(never);
    let isAnswered = false;
    const request = pace.requested().then(() => (isAnswered = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isAnswered).toBe(false);
    pace.polled();
    await request;
  });

  it('a request does not wait longer than the time between two polls', async () => {
    const clock = { nowMs: 0 };
    const pace = paceAt(clock, 1);
    clock.nowMs = 100;
    const pause = pace.pause(never);
    expect(await endsSoon(pace.requested())).toBe(true);
    await pause;
  });

  it('a pause ends with the signal', async () => {
    const clock = { nowMs: 0 };
    const pace = paceAt(clock);
    const stop = new AbortController();
    const pauses = [pace.pause(stop.signal)];
    clock.nowMs = 100;
    pauses.push(pace.pause(stop.signal));
    stop.abort();
    expect(await endsSoon(Promise.all(pauses))).toBe(true);
    expect(await endsSoon(pace.pause(stop.signal))).toBe(true);
  });
});

describe('a pace that is woken', () => {
  it('polls at once while requests come, also when it was woken during the poll before', async () => {
    const pace = paceAt({ nowMs: 0 });
    const pause = pace.pause(never);
    pace.wake();
    expect(await endsSoon(pause)).toBe(true);
    pace.wake();
    expect(await endsSoon(pace.pause(never))).toBe(true);
    const next = pace.pause(never).then(() => 'ended');
    const turn = new Promise((resolve) => setImmediate(() => resolve('still waits')));
    expect(await Promise.race([next, turn])).toBe('still waits');
  });

  it('stays quiet while nobody asks', async () => {
    const clock = { nowMs: 0 };
    const pace = paceAt(clock);
    clock.nowMs = 100;
    const pause = pace.pause(never).then(() => 'ended');
    pace.wake();
    const turn = new Promise((resolve) => setImmediate(() => resolve('still waits')));
    expect(await Promise.race([pause, turn])).toBe('still waits');
    void pace.requested();
    expect(await pause).toBe('ended');
  });
});
