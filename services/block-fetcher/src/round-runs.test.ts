import { describe, expect, it } from '@jest/globals';
import { type BlockKey, blockKeyText, createRoundBuilder, masterchainKey, type Round } from '@tonriver/chain-source';
import { builtSource } from '@tonriver/testing';
import { createRoundRuns, knownTops } from './round-runs.ts';

const ROUNDS = 60;

describe('createRoundRuns', () => {
  const { source, network } = builtSource({ seed: 'round-runs', rounds: ROUNDS });
  const roundsOf = async (): Promise<readonly Round[]> => {
    const builder = createRoundBuilder({ source, network });
    const rounds: Round[] = [];
    for (let seqno = 1; seqno <= ROUNDS; seqno += 1) {
      const [masterchain, previous] = [
        await builder.masterchainBlock(seqno),
        await builder.masterchainBlock(seqno - 1),
      ];
      rounds.push(await builder.build(masterchain!, previous));
    }
    return rounds;
  };

  it('knows exactly the blocks of its rounds, through splits and merges, in any order of adding', async () => {
    const rounds = await roundsOf();
    const shards = new Set(source.keys().map(({ workchain, shard }) => `${workchain} ${shard}`));
    expect(shards.size).toBeGreaterThan(3);
    for (const chosen of [rounds, rounds.toReversed(), rounds.filter(({ seqno }) => seqno % 7 > 2)]) {
      const runs = createRoundRuns();
      const inside = new Set<string>();
      for (const round of chosen) {
        const { seqno, topsBefore, topsAfter } = round;
        runs.add({ first: seqno, last: seqno, before: knownTops(topsBefore), after: knownTops(topsAfter) });
        for (const { key } of round.blocks) inside.add(blockKeyText(key));
      }
      expect(source.keys().filter((key) => runs.mayHaveBlock(key) !== runs.hasBlock(key))).toEqual([]);
      const found = source.keys().filter((key) => runs.hasBlock(key));
      expect(new Set(found.map(blockKeyText))).toEqual(inside);
    }
  });

  it('does not grow with the number of rounds', () => {
    const runs = createRoundRuns();
    const top = (seqno: number): BlockKey => ({ workchain: 0, shard: 1n << 63n, seqno });
    for (let seqno = 1; seqno <= 100_000; seqno += 1) {
      runs.add({ first: seqno, last: seqno, before: knownTops([top(seqno - 1)]), after: knownTops([top(seqno)]) });
    }
    expect(runs.runs).toEqual([
      { first: 1, last: 100_000, before: knownTops([top(0)]), after: knownTops([top(100_000)]) },
    ]);
    expect([runs.hasBlock(top(100_000)), runs.hasBlock(top(100_001))]).toEqual([true, false]);
    expect([runs.hasBlock(masterchainKey(1)), runs.hasBlock(masterchainKey(0))]).toEqual([true, false]);
  });
});
