import { expect, it } from '@jest/globals';
import type { TvmEnvironment } from '@tonriver/tvm';
import type { RunPoint } from '../state/chain-state.ts';
import { createReadAhead } from './read-ahead.ts';

/** Lets it run for some of its pauses. `atPause` is called in each, with its number. Returns what was read by then. */
async function readsAtPauses(
  pauses: number,
  atPause: (pause: number, ahead: { onEmulation: () => void; pass: (ms: number) => void }) => void,
  read: (reads: number) => void = () => undefined,
) {
  let [nowMs, reads] = [0, 0];
  const environments: number[] = [];
  const seen: number[] = [];
  const waited: number[] = [];
  const stop = new AbortController();
  const ahead = createReadAhead({
    state: {
      async readAhead() {
        reads += 1;
        read(reads);
        return { seqno: reads } as RunPoint;
      },
    },
    surroundings: {
      environments: {
        async at({ seqno }) {
          environments.push(seqno);
          return {} as TvmEnvironment;
        },
      },
    },
    now: () => nowMs,
    async pause(ms) {
      nowMs += ms;
      waited.push(ms);
      seen.push(reads);
      const pass = (more: number): void => {
        nowMs += more;
      };
      atPause(seen.length, { onEmulation: () => ahead.onEmulation(), pass });
      if (seen.length === pauses) stop.abort();
    },
  });
  await ahead.run(stop.signal);
  return { seen, environments, waited };
}

it('new rounds are read while emulations are asked for, and for ten seconds after', async () => {
  const { seen, environments } = await readsAtPauses(7, (pause, { onEmulation, pass }) => {
    if (pause === 2) onEmulation();
    if (pause === 4) pass(9_900);
    if (pause === 6) onEmulation();
  });
  expect(seen).toEqual([0, 0, 1, 2, 2, 2, 3]);
  expect(environments).toEqual([1, 2, 3]);
});

it('a round that cannot be read is tried again, later', async () => {
  const { seen, environments, waited } = await readsAtPauses(
    3,
    (_pause, { onEmulation }) => onEmulation(),
    (reads) => {
      if (reads === 1) throw new Error('the store is away');
    },
  );
  expect(seen).toEqual([0, 1, 2]);
  expect(environments).toEqual([2]);
  expect(waited).toEqual([100, 1_000, 100]);
});
