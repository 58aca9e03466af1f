import { beforeEach, describe, expect, it } from '@jest/globals';
import type { UnclassifiedTrace } from '../classify-traces.ts';
import { createRenewal } from './renewal.ts';

const PER_READ = 256;

describe('the renewal of outdated traces', () => {
  let nowMs: number;
  /** Logical times of the outdated traces. */
  let outdated: bigint[];
  let tried: number;
  /** Whether their rows are there. */
  let isStored: boolean;
  let renew: () => Promise<boolean>;
  beforeEach(() => {
    [nowMs, tried, isStored] = [0, 0, false];
    outdated = Array.from({ length: 600 }, (_, index) => BigInt(index));
    renew = createRenewal({
      clock: { nowMs: () => nowMs, pause: async () => undefined, yield: async () => undefined },
      async read(after) {
        const some = outdated.filter((endLt) => after === undefined || endLt > after.endLt).slice(0, PER_READ);
        const last = some.at(-1);
        const traces = some.map((endLt) => ({ header: { endLt } }) as UnclassifiedTrace);
        return { traces, last: last === undefined ? undefined : { endLt: last, traceId: new Uint8Array(32) } };
      },
      async classifyAgain(traces) {
        tried += traces.length;
        if (!isStored) return 0;
        const done = new Set(traces.map(({ header: { endLt } }) => endLt));
        outdated = outdated.filter((endLt) => !done.has(endLt));
        return traces.length;
      },
    });
  });
  const sweep = async (): Promise<void> => {
    while (await renew());
  };

  it('comes to all of them, however many cannot be renewed', async () => {
    await sweep();
    expect(tried).toBe(600);
  });

  it('begins anew later, and less often while nothing comes of it', async () => {
    await sweep();
    nowMs = 15_000;
    await sweep();
    expect(tried).toBe(600);
    nowMs = 20_000;
    isStored = true;
    await sweep();
    expect(tried).toBe(1_200);
    expect(outdated).toEqual([]);
    outdated = [1_000n];
    nowMs = 30_000;
    await sweep();
    expect(outdated).toEqual([]);
  });
});
