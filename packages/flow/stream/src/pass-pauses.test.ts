import { describe, expect, it } from '@jest/globals';
import type { Clock } from './clock.ts';
import { createPassPauses } from './pass-pauses.ts';

/** A clock that is moved by hand, a millisecond at a time. */
function handClock() {
  let nowMs = 0;
  const pauses = new Set<{ readonly dueMs: number; readonly end: () => void }>();
  const clock: Clock = {
    nowMs: () => nowMs,
    async pause(ms, signal) {
      if (signal.aborted) return;
      await new Promise<void>((end) => {
        const pause = { dueMs: nowMs + ms, end };
        pauses.add(pause);
        signal.addEventListener('abort', () => end(), { once: true });
      });
    },
    yield: async () => undefined,
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    clock,
    settle,
    advance: async (ms: number): Promise<void> => {
      for (let left = ms; left > 0; left -= 1) {
        nowMs += 1;
        for (const pause of pauses) {
          if (pause.dueMs > nowMs) continue;
          pauses.delete(pause);
          pause.end();
        }
        await settle();
      }
    },
  };
}

const RESULT = { pauseMs: 500, isSaveDue: true };
const EARLY = { afterMs: 200, quietMs: 25 };

/** Begins a pause. Records come at some moments, ms after its begin. Returns when it ends. */
async function endOfPause(
  records: readonly number[],
  { early = true, abortAt = Infinity, before = 0, passMs = 0 } = {},
) {
  const { clock, advance, settle } = handClock();
  const running = new AbortController();
  const pauses = createPassPauses(clock);
  let endMs: number | undefined;
  pauses.noteRecord();
  pauses.beginPass();
  await advance(passMs);
  const begunMs = clock.nowMs();
  for (let count = 0; count < before; count += 1) pauses.noteRecord();
  const pausing = pauses
    .pause(early ? { ...RESULT, early: EARLY } : RESULT, running.signal)
    .then(() => (endMs = clock.nowMs() - begunMs));
  for (let ms = 0; ms < 600 && endMs === undefined; ms += 1) {
    if (records.includes(ms)) pauses.noteRecord();
    if (ms === abortAt) running.abort();
    await settle();
    if (endMs === undefined) await advance(1);
  }
  await pausing;
  return endMs;
}

describe('the pause after a pass', () => {
  it('is as long as the step says while no record comes', async () => {
    expect(await endOfPause([])).toBe(500);
    expect(await endOfPause([10], { early: false })).toBe(500);
  });

  it.each([
    ['a record that comes early', [10], 200],
    ['a record that came during the pass', [], 200, 1],
    ['records that come together later', [300, 310, 320], 345],
    ['a record just before the end', [490], 500],
    ['records that come all the time', Array.from({ length: 30 }, (_, index) => index * 20), 500],
  ])('ends for %s', async (_name, records, endMs, before = 0) => {
    expect(await endOfPause(records, { before })).toBe(endMs);
  });

  it('is at least as long as the pass was', async () => {
    expect(await endOfPause([10], { passMs: 300 })).toBe(300);
    expect(await endOfPause([10], { passMs: 900 })).toBe(500);
  });

  it.each([0, 150, 320])('ends with the signal, at %i ms', async (abortAt) => {
    expect(await endOfPause([310], { abortAt })).toBe(abortAt);
  });
});
