import { expect } from '@jest/globals';
import { runSeed } from './run-seed.ts';

/** Runs seeds one after the other; every one must end in the tables of an undisturbed run. */
export async function expectSeedsToEndEqual(first: number, count: number): Promise<void> {
  const problems: string[] = [];
  for (let seed = first; seed < first + count; seed += 1) {
    const { problem, scenario } = await runSeed(seed);
    if (problem !== undefined) problems.push(`seed ${seed}, ${scenario}: ${problem}`);
  }
  expect(problems).toEqual([]);
}
