import { beforeAll, describe, expect, it } from '@jest/globals';
import { hashToHex } from '@tonriver/chain-model';
import fc from 'fast-check';
import { ChainChecker } from '@tonriver/chain-checks';
import type { ChainFacts } from './chain-facts.ts';
import { generateWorkload, type WorkloadRound } from './generate-workload.ts';
import type { PartialWorkloadOptions } from './workload-options.ts';

/** Makes a chain, checks all of it, and compares what it says of itself with what was found. */
function checkedFacts(options: PartialWorkloadOptions): ChainFacts {
  const workload = generateWorkload(options);
  const checker = new ChainChecker(workload.zeroStates, workload.options.network.globalId);
  for (const round of workload.rounds()) checker.check(round);
  const { inFlight } = checker.finish();
  const facts = workload.facts();
  expect(checker.tally).toMatchObject({
    transactions: facts.basechainTransactions + facts.masterchainTransactions,
    internalsSent: facts.internalsSent,
    internalsReceived: facts.internalsSent - facts.inFlight,
    externalsIn: facts.externalsIn,
    externalsOut: facts.externalsOut,
    specials: facts.recoverMessages + facts.mintMessages,
  });
  expect(inFlight).toBe(facts.inFlight);
  expect(facts.arrivedInSameBlock).toBe(checker.tally.descriptors['out_imm'] ?? 0);
  expect(facts.arrivedFromOwnQueue).toBe(checker.tally.descriptors['out_deq_imm'] ?? 0);
  expect(facts.internalsSent).toBe(
    facts.arrivedInSameBlock +
      facts.arrivedFromOwnQueue +
      facts.arrivedCrossShardSameRound +
      facts.arrivedCrossShardLater +
      facts.inFlight,
  );
  return facts;
}

function fileHashes(options: PartialWorkloadOptions): string[] {
  const workload = generateWorkload(options);
  const { masterchain, basechain } = workload.zeroStates;
  const files = [masterchain, basechain, ...[...workload.rounds()].flatMap(({ blocks }) => blocks)];
  return files.map(({ fileHash }) => hashToHex(fileHash));
}

describe('the default chain', () => {
  let facts: ChainFacts;
  beforeAll(() => {
    facts = checkedFacts({});
  });

  it('contains every kind of event of a chain', () => {
    // Only a wrong StateInit for a frozen account gives "bad state", and the workload has none.
    const { skippedBadState, ...shown } = facts;
    expect(skippedBadState).toBe(0);
    for (const [name, count] of Object.entries(shown)) expect([name, count]).toEqual([name, expect.any(Number)]);
    const missing = Object.entries(shown).filter(([, count]) => count === 0);
    expect(missing).toEqual([]);
  });
});

describe('generateWorkload', () => {
  it('gives the same bytes for the same options, and other bytes for another seed', () => {
    const options = { seed: 'twice', rounds: 8, accounts: 40 };
    const once = fileHashes(options);
    expect(fileHashes(options)).toEqual(once);
    const others = new Set(fileHashes({ ...options, seed: 'once' }));
    expect(once.filter((hash) => others.has(hash))).toEqual([]);
  });

  it('builds a consistent chain for any seed and options', () => {
    const arbitrary = fc.record({
      seed: fc.string({ maxLength: 8 }),
      rounds: fc.integer({ min: 0, max: 14 }),
      transactionsPerRound: fc.integer({ min: 0, max: 40 }),
      accounts: fc.integer({ min: 2, max: 60 }),
      shardsMax: fc.integer({ min: 1, max: 8 }),
      splitMergeRate: fc.double({ min: 0, max: 1, noNaN: true }),
      keyBlockEvery: fc.integer({ min: 2, max: 6 }),
      sameRoundDelivery: fc.boolean(),
      distinctBodies: fc.boolean(),
    });
    fc.assert(
      fc.property(arbitrary, (options) => {
        const facts = checkedFacts(options);
        expect(facts.rounds).toBe(options.rounds);
        if (options.sameRoundDelivery) return;
        // Only the masterchain sees the messages of its own round.
        expect(facts.arrivedCrossShardSameRound).toBe(facts.arrivedInMasterchainSameRound);
      }),
      { numRuns: 12 },
    );
  });

  it('refuses impossible options', () => {
    for (const options of [{ shardsMax: 9 }, { accounts: 1 }, { rounds: -1 }, { splitMergeRate: 2 }]) {
      expect(() => generateWorkload(options)).toThrow(expect.objectContaining({ code: 'bad_option' }));
    }
  });
});

describe('the checks of a chain', () => {
  it('find a block that replaces another one', () => {
    const rounds = [...generateWorkload({ rounds: 6 }).rounds()];
    const workload = generateWorkload({ rounds: 6 });
    const checker = new ChainChecker(workload.zeroStates, workload.options.network.globalId);
    for (const round of rounds.slice(0, 4)) checker.check(round);
    const [older, newer] = [rounds[4], rounds[5]] as [WorkloadRound, WorkloadRound];
    expect(() => checker.check({ ...older, blocks: newer.blocks })).toThrow('broken');
  });

  it('find a round that lacks one of its blocks', () => {
    const workload = generateWorkload({ rounds: 12, transactionsPerRound: 10 });
    const checker = new ChainChecker(workload.zeroStates, workload.options.network.globalId);
    expect(() => {
      for (const round of workload.rounds()) checker.check({ ...round, blocks: round.blocks.slice(0, 1) });
    }).toThrow('broken');
  });
});
