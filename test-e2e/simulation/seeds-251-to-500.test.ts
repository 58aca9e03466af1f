import { describe, it } from '@jest/globals';
import { expectSeedsToEndEqual } from './seeds.test-support.ts';

describe('simulated interleavings', () => {
  it('of seeds 251 to 500 end in the tables of an undisturbed run', async () => {
    await expectSeedsToEndEqual(251, 250);
  }, 600_000);
});
