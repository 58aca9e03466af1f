import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { createTurns } from './turns.ts';

it('runs works in order, at most so many at one time, also when some fail', async () => {
  const inTurn = createTurns(2);
  const begun: number[] = [];
  let [running, most] = [0, 0];
  const works = Array.from({ length: 40 }, (_, number) =>
    inTurn(async () => {
      begun.push(number);
      running += 1;
      most = Math.max(most, running);
      await sleep(number % 3);
      running -= 1;
      if (number % 5 === 0) throw new Error(`${number}`);
      return number;
    }),
  );
  const results = await Promise.allSettled(works);
  expect(most).toBe(2);
  expect(begun).toEqual(works.map((_, number) => number));
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(8);
  expect(await inTurn(async () => 'after')).toBe('after');
});
