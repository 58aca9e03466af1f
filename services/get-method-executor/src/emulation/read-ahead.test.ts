import { expect, it } from '@jest/globals';
import type { TvmEnvironment } from '@tonriver/tvm';
import type { RunPoint } from '../state/chain-state.ts';
import { createReadAhead } from './read-ahead.ts';

/** Runs what reads ahead until `done` holds. */
async function running(done: (rounds: readonly number[]) => boolean, during: (time: { ms: number }) => void) {
  const time = { ms: 0 };
  const rounds: number[] = [];
  let reads = 0;
  const ahead = createReadAhead({
    state: {
      async readAhead() {
        reads += 1;
        if (reads === 1) throw new Error('the store is away');
        return { seqno: reads } as RunPoint;
      },
    },
    surroundings: {
      environments: {
        async at({ seqno }) {
          rounds.push(seqno);
          return {} as TvmEnvironment;
        },
      },
    },
    now: () => time.ms,
  });
  const stop = new AbortController();
  const run = ahead.run(stop.signal);
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(reads).toBe(0);
  ahead.onEmulation();
  while (!done(rounds)) await new Promise((resolve) => setTimeout(resolve, 10));
  during(time);
  const before = reads;
  await new Promise((resolve) => setTimeout(resolve, 350));
  stop.abort();
  await run;
  return { before, reads };
}

it('new rounds are read while emulations are asked for, and for some time after', async () => {
  const { before, reads } = await running(
    (rounds) => rounds.length > 1,
    () => undefined,
  );
  expect(reads).toBeGreaterThan(before);
});

it('they are not read while nobody asks for emulations, and a store that is away is asked again', async () => {
  const { before, reads } = await running(
    (rounds) => rounds.length > 0,
    (time) => {
      time.ms = 10_000;
    },
  );
  // One may have begun before.
  expect(reads).toBeLessThanOrEqual(before + 1);
});
