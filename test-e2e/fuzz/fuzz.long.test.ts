import { describe, expect, it } from '@jest/globals';
import { isGood, missedShares, reportText } from './report.ts';
import { type FuzzOptions, runFuzz } from './run-fuzz.ts';

const million = { cases: 1_000_000, seed: '1', processes: 2 } as const;

describe('a million mutated bags and blocks', () => {
  it('are read or refused with a typed error, each within a second, in memory that does not grow', async () => {
    await expectGoodRun({ ...million, through: 'readers' });
  }, 7_200_000);
});

describe('a million hostile records', () => {
  it('end as rows or a dead letter at the parser, as states or a refusal at the state-resolver, and stop neither', async () => {
    await expectGoodRun({ ...million, through: 'entries' });
  }, 7_200_000);
});

async function expectGoodRun(options: FuzzOptions): Promise<void> {
  const result = await runFuzz(options, () => undefined);
  process.stderr.write(`${reportText(result, options)}\n`);

  expect(result.failures).toEqual([]);
  expect(result.tally.get('cases')).toBe(options.cases);
  expect(missedShares(result, options)).toEqual([]);
  expect(result.memory).toEqual(result.memory.map((verdict) => ({ ...verdict, isJudged: true, isFlat: true })));
  expect(isGood(result, options)).toBe(true);
}
