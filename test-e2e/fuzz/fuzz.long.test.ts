import { describe, expect, it } from '@jest/globals';
import { isGood, reportText, sharesOf } from './report.ts';
import { runFuzz } from './run-fuzz.ts';

const options = { cases: 1_000_000, seed: '1', processes: 2 };

describe('a million mutated bags and blocks', () => {
  it('are read or refused with a typed error, each within a second, in memory that does not grow', async () => {
    const result = await runFuzz(options, () => undefined);
    process.stderr.write(`${reportText(result, options)}\n`);
    const { cases, checksumRight, reachedDecoder } = sharesOf(result);

    expect(result.failures).toEqual([]);
    expect(cases).toBe(options.cases);
    expect(checksumRight).toBeGreaterThanOrEqual(0.8);
    expect(reachedDecoder).toBeGreaterThanOrEqual(0.5);
    expect(result.memory).toEqual(result.memory.map((verdict) => ({ ...verdict, isJudged: true, isFlat: true })));
    expect(isGood(result, options)).toBe(true);
  }, 7_200_000);
});
