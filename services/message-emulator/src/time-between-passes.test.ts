import { beforeEach, expect, it } from '@jest/globals';
import { bench, messageOf, openBench, take } from './testing/emulator-bench.test-support.ts';

beforeEach(openBench);

it('passes are twenty milliseconds apart, however many messages come', async () => {
  const passWithMessage = async (number: number): Promise<readonly number[]> => {
    bench.pausesMs = [];
    take(messageOf(number, number));
    await bench.step.pass();
    return bench.pausesMs;
  };
  expect(await passWithMessage(1)).toEqual([]);
  bench.nowMs += 5;
  expect(await passWithMessage(2)).toEqual([15]);
  bench.nowMs += 20;
  expect(await passWithMessage(3)).toEqual([]);
});
