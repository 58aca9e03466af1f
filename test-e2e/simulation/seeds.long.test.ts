import { describe, it } from '@jest/globals';
import { expectSeedsToEndEqual } from './seeds.test-support.ts';

const TIMEOUT_MS = 14_400_000;

describe('simulated interleavings', () => {
  it(
    'of 20,000 seeds end in the tables of an undisturbed run',
    async () => {
      await expectSeedsToEndEqual(1, 20_000, TIMEOUT_MS);
    },
    TIMEOUT_MS + 60_000,
  );
});
