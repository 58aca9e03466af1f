import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '@tonriver/testing';
import type { Tally } from '../attempt.ts';
import { type EntryCorpus, loadEntryCorpus } from './entry-corpus.ts';
import { openEntryRunner } from './run-entry-case.ts';

describe('hostile records end as rows or a dead letter, as states or a refusal, and stop neither service', () => {
  const folder = temporaryDirectory();
  let corpus: EntryCorpus;
  beforeAll(() => {
    corpus = loadEntryCorpus();
  }, 120_000);
  afterAll(() => folder.remove());

  async function expectNoFailures(seeds: EntryCorpus, cases: number): Promise<Tally> {
    const tally: Tally = new Map();
    const runner = await openEntryRunner(seeds, 'continuous integration', folder.path);
    const failures: string[] = [];
    for (let caseNumber = 0; caseNumber < cases; caseNumber++) {
      const { failure } = await runner.run(caseNumber, tally);
      if (failure !== undefined) failures.push(failure.problem);
    }
    await runner.close();
    expect(failures).toEqual([]);
    return tally;
  }

  it('mutated blocks under true and false headers', async () => {
    const tally = await expectNoFailures(corpus, 400);

    for (const ending of ['parser: rows', 'resolver: state', 'resolver: refusal', 'resolved: unlinked']) {
      expect(`${ending} ${(tally.get(ending) ?? 0) > 0}`).toBe(`${ending} true`);
    }
  }, 240_000);

  it('blocks of few cells that describe as much data as readers allow', async () => {
    const bombs = corpus.seeds.filter(({ isBomb }) => isBomb === true);

    await expectNoFailures({ ...corpus, pick: (random) => random.pick(bombs) }, 3 * bombs.length);
  }, 240_000);
});
