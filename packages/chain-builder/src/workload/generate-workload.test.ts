import { describe, expect, it } from '@jest/globals';
import { ChainChecker } from '../checks/chain-checker.ts';
import { generateWorkload } from './generate-workload.ts';

describe('generateWorkload', () => {
  it('makes a default chain that is consistent in every part, and tells truly what is in it', () => {
    const workload = generateWorkload();
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
  });
});
