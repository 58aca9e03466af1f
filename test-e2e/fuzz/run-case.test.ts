import { describe, expect, it } from '@jest/globals';
import { TonriverError } from '@tonriver/errors';
import { createAttempt, type Tally } from './attempt.ts';
import type { Corpus } from './corpus.ts';
import { createCaseRunner } from './run-case.ts';

describe('a reader', () => {
  it('that refuses with a typed error is counted under its code', () => {
    const tally: Tally = new Map();
    const found = createAttempt(tally)('block', () => {
      throw new TonriverError('bad_tag', 'No block');
    });

    expect(found).toBeUndefined();
    expect([...tally]).toEqual([['block: TonriverError bad_tag', 1]]);
  });

  it('that throws any other error fails the case', () => {
    const attempt = createAttempt(new Map());

    expect(() => attempt('block', () => (undefined as unknown as { size: number }).size)).toThrow(TypeError);
    expect(() => attempt('block', () => new Uint8Array(-1))).toThrow(expect.objectContaining({ name: 'RangeError' }));
  });
});

describe('a case', () => {
  it('that fails is reported with its number and its seed', () => {
    const corpus: Corpus = {
      seeds: [],
      fingerprint: '',
      hasRecordedData: false,
      pick: () => (undefined as unknown as { seed: never }).seed,
      pickSmall: () => (undefined as unknown as { seed: never }).seed,
    };
    const { failure } = createCaseRunner(corpus, 'broken').run(7, new Map());

    expect(failure).toMatchObject({ caseNumber: 7, problem: expect.stringContaining('TypeError') });
  });
});
