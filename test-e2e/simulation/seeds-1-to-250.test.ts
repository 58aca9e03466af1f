import { describe, it } from '@jest/globals';
import { expectSeedsToEndEqual } from './seeds.test-support.ts';

describe('simulated interleavings', () => {
  it('of seeds 1 to 250 end in the tables of an undisturbed run', async () => {
    await expectSeedsToEndEqual(1, 250);
  }, 600_000);
});
