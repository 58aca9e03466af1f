import { describe, expect, it } from '@jest/globals';
import { eventually } from './index.ts';

describe('eventually', () => {
  it('returns the result of the check once it neither throws nor returns false', async () => {
    const answers = ['throw', false, 'there'];
    const check = () => {
      const answer = answers.shift();
      if (answer === 'throw') throw new Error('not yet');
      return answer;
    };

    expect(await eventually(check, { timeoutMs: 1_000, intervalMs: 1 })).toBe('there');
  });

  it('gives up after the time-out and reports the last failure', async () => {
    const check = () => {
      throw new Error('still dark');
    };

    await expect(eventually(check, { timeoutMs: 20, intervalMs: 1 })).rejects.toMatchObject({
      code: 'never_happened',
      message: expect.stringContaining('still dark'),
    });
  });
});
