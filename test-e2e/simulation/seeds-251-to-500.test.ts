import { describe, it } from '@jest/globals';
import { expectSeedsToEndEqual } from './seeds.test-support.ts';

const TIMEOUT_MS = 1_500_000;

describe('simulated interleavings', () => {
  it(
    'of seeds 251 to 500 end in the tables of an undisturbed run',
    async () => {
      await expectSeedsToEndEqual(251, 250, TIMEOUT_MS);
    },
    TIMEOUT_MS + 60_000,
  );
});
