import { describe, expect, it } from '@jest/globals';
import { keptSeeds } from './kept-seeds.ts';
import { mutants } from './mutants.ts';
import { runSeed, undisturbedOutcome } from './run-seed.ts';
import type { ScenarioName } from './scenarios.ts';

describe('the simulation', () => {
  it('runs the same for the same seed, event by event, and otherwise for others', async () => {
    const fingerprints: string[] = [];
    for (const seed of [1, 2, 3, 4, 1, 2, 3, 4]) fingerprints.push((await runSeed(seed)).fingerprint);
    expect(fingerprints.slice(4)).toEqual(fingerprints.slice(0, 4));
    expect(new Set(fingerprints).size).toBe(4);
  }, 120_000);

  it('says of traces and links that began apart what it says of the whole, once the rounds between are there', async () => {
    const tablesOf = async (name: ScenarioName) => {
      const { tables } = await undisturbedOutcome(name);
      return {
        traceIds: tables.get('trace_ids')!,
        traces: tables.get('traces')!,
        parts: tables.get('transaction_parts')!,
      };
    };
    const whole = await tablesOf('whole');
    expect(whole.traces.size).toBeGreaterThan(10);
    expect(await tablesOf('several starts')).toEqual(whole);
  }, 60_000);

  for (const mutant of mutants) {
    it(`finds a ${mutant.service} that ${mutant.name}`, async () => {
      let isFound = false;
      for (let seed = 1; seed <= 500 && !isFound; seed += 1) {
        isFound = (await runSeed(seed, { mutant })).problem !== undefined;
      }
      expect(isFound).toBe(true);
    }, 600_000);
  }

  for (const { seed, rule } of keptSeeds) {
    it(`keeps what once was broken with seed ${seed}: ${rule}`, async () => {
      expect((await runSeed(seed)).problem).toBeUndefined();
    }, 60_000);
  }
});
