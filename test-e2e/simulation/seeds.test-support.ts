import { expect } from '@jest/globals';
import { runToEnd } from '../distributed/node-process.ts';

const FILE = 'test-e2e/simulation/main.ts';

/**
 * Runs seeds one after the other, as `npm run simulate` does; every one must end in the tables of an undisturbed run.
 * They run in a process of their own, where they take half of the time that they take within the test runner.
 */
export async function expectSeedsToEndEqual(first: number, count: number, timeoutMs: number): Promise<void> {
  const words = ['--seed', String(first), '--seeds', String(count)];
  const said = await runToEnd({ name: 'simulate', file: FILE, words }, timeoutMs);
  expect(said).toContain(`0 of ${count} seeds failed; `);
}
