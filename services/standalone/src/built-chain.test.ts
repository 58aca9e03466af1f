import { describe, expect, it } from '@jest/globals';
import { openBuiltChain } from './built-chain.ts';

describe('openBuiltChain', () => {
  it('returns the same blocks for the same seed, and a longer chain begins with the same blocks', async () => {
    const open = (rounds: number) => openBuiltChain({ rounds, seed: 1, signal: new AbortController().signal });
    const [short, long] = [await open(2), await open(3)];

    const keys = short.source.keys();
    expect(keys.length).toBeGreaterThan(2);
    for (const key of keys) {
      expect((await long.source.block(key))?.boc).toEqual((await short.source.block(key))?.boc);
    }
  });

  it('reports how many rounds are built', async () => {
    const told: number[] = [];
    const onRound = (done: number): void => void told.push(done);
    await openBuiltChain({ rounds: 4, seed: 1, signal: new AbortController().signal, onRound });
    expect(told).toEqual([0, 1, 2, 3]);
  });

  it('stops building when its signal aborts', async () => {
    const controller = new AbortController();
    const opened = openBuiltChain({ rounds: 1_000_000, seed: 1, signal: controller.signal });
    setImmediate(() => controller.abort(new Error('Ctrl-C')));

    await expect(opened).rejects.toThrow('Ctrl-C');
  });
});
