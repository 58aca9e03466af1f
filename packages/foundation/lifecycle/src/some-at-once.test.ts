import { expect, it } from '@jest/globals';
import { someAtOnce } from './some-at-once.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('works on so many items at one time, in their order, and on each once', async () => {
  const begun: number[] = [];
  let [running, most] = [0, 0];
  await someAtOnce([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    begun.push(item);
    running += 1;
    most = Math.max(most, running);
    await turn();
    running -= 1;
  });
  expect([begun, most]).toEqual([[1, 2, 3, 4, 5, 6, 7], 3]);
});

it('begins nothing after an error, which it throws when nothing runs any more', async () => {
  const [begun, ended]: [number[], number[]] = [[], []];
  const work = async (item: number): Promise<void> => {
    begun.push(item);
    if (item === 2) throw new RangeError('no room');
    await turn();
    await turn();
    ended.push(item);
  };
  await expect(someAtOnce([1, 2, 3, 4, 5], 3, work)).rejects.toThrow('no room');
  expect([begun, ended]).toEqual([
    [1, 2, 3],
    [1, 3],
  ]);
});

it('has nothing to do without items', async () => {
  const outcome = someAtOnce([], 4, () => Promise.reject(new Error('never')));
  await expect(outcome).resolves.toBeUndefined();
});
