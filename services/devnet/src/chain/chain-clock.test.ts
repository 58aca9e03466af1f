import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createChainClock } from './chain-clock.ts';

const YEAR = 31_536_000;

describe('the clock of a chain', () => {
  const startAt = (ahead: number) => {
    const disk = { ahead };
    const store = {
      clockAhead: () => disk.ahead,
      async setClockAhead(seconds: number) {
        await sleep(1);
        disk.ahead = seconds;
      },
    };
    return { disk, clock: createChainClock(store, () => Date.UTC(2030, 0)) };
  };

  it('is put forward by all that ask at the same time, on the disk as in memory', async () => {
    const { disk, clock } = startAt(5);
    await Promise.all([10, 20, 30].map((seconds) => clock.advance(seconds)));
    expect([disk.ahead, clock.aheadSeconds]).toEqual([65, 65]);
  });

  it('does not go to times that no block can have, from which no start would bring it back', async () => {
    const { disk, clock } = startAt(0);
    for (let jump = 0; jump < 6; jump += 1) await clock.advance(10 * YEAR);
    await expect(clock.advance(20 * YEAR)).rejects.toMatchObject({ code: 'bad_request' });
    expect([disk.ahead, clock.aheadSeconds]).toEqual([60 * YEAR, 60 * YEAR]);
    expect(clock.now()).toBeLessThan(2 ** 32);
  });
});
