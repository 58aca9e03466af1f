import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { ChainChecker } from '@tonriver/chain-checks';
import { generateWorkload } from './generate-workload.ts';

const MEBIBYTE = 2 ** 20;
/** The most memory that a chain of this many accounts may need after its start. */
const growthMaxBytes = 400 * MEBIBYTE;

describe('long chains', () => {
  it('of 2,000 rounds with 200,000 basechain transactions are built without keeping their history', () => {
    const workload = generateWorkload({
      seed: 'long',
      rounds: 2000,
      transactionsPerRound: 150,
      accounts: 1500,
      shardsMax: 8,
    });
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const heapUsed = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    let early = 0;
    for (const { seqno } of workload.rounds()) if (seqno === 300) early = heapUsed();
    const facts = workload.facts();

    expect(facts.basechainTransactions).toBeGreaterThanOrEqual(200_000);
    expect(Math.min(facts.splits, facts.merges)).toBeGreaterThan(20);
    expect(heapUsed() - early).toBeLessThan(growthMaxBytes);
  }, 1_800_000);

  it('of 300 rounds over eight shards are consistent in every part', () => {
    const workload = generateWorkload({ seed: 'wide', rounds: 300, accounts: 200, shardsMax: 8, splitMergeRate: 0.6 });
    const checker = new ChainChecker(workload.zeroStates, workload.options.network.globalId);
    for (const round of workload.rounds()) checker.check(round);
    const { inFlight } = checker.finish();

    expect(inFlight).toBe(workload.facts().inFlight);
    expect(checker.tally.internalsSent).toBe(workload.facts().internalsSent);
  }, 1_800_000);
});
