import { describe, expect, it } from '@jest/globals';
import { beatWhile } from './beat-while.ts';
import { type Clock, systemClock } from './clock.ts';

/** Time goes on by itself, as fast as it is waited for. */
function quickClock(): { readonly clock: Clock; readonly pauses: number[] } {
  const pauses: number[] = [];
  const pause = async (ms: number): Promise<void> => {
    pauses.push(ms);
    await systemClock.yield();
  };
  return { clock: { ...systemClock, pause }, pauses };
}

describe('beatWhile', () => {
  it('gives signs of life by the clock that it is given, until the call is over', async () => {
    const { clock, pauses } = quickClock();
    let beats = 0;
    const call = (async () => {
      while (beats < 5) await systemClock.yield();
      return 'answer';
    })();
    expect(await beatWhile(call, { beat: () => (beats += 1), clock })).toBe('answer');
    expect(pauses.length).toBe(beats);
    const told = beats;
    await systemClock.yield();
    await systemClock.yield();
    expect(beats).toBe(told);
  });

  it('passes on how the call fails', async () => {
    const failure = new Error('away');
    await expect(beatWhile(Promise.reject(failure), { beat: () => undefined })).rejects.toBe(failure);
    await expect(beatWhile(Promise.reject(failure), {})).rejects.toBe(failure);
  });
});
