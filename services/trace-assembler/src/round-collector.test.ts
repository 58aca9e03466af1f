import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ParsedBlock } from '@tonriver/events';
import { createRoundCollector } from './round-collector.ts';

const digest = { rows: 0, digest: '' };
const block = (round: number, roundIndex: number, changes: Partial<ParsedBlock> = {}): ParsedBlock => ({
  round,
  roundIndex,
  roundBlocks: 3,
  isRangeStart: false,
  workchain: roundIndex === 0 ? -1 : 0,
  shard: '8000000000000000',
  seqno: roundIndex,
  rootHash: '',
  genUtime: 0,
  startLt: '0',
  endLt: '0',
  rowVersion: 3,
  schemaVersion: 6,
  digests: { blocks: digest, masterchain_shards: digest, transactions: digest, messages: digest },
  transactions: [],
  ...changes,
});

/** Where announcements lie is of no matter here, but for what is shed. */
const collect = () => {
  const collector = createRoundCollector();
  return { ...collector, add: (announced: ParsedBlock, offset = 0n) => collector.add(announced, offset) };
};

describe('createRoundCollector', () => {
  it('returns a round when all its blocks are announced, in their order, after any order of announcements', () => {
    const deliveries = fc.shuffledSubarray([0, 1, 2, 0, 1, 2, 2], { minLength: 1 });
    fc.assert(
      fc.property(deliveries, (indexes) => {
        const collector = collect();
        const seen = new Set<number>();
        for (const index of indexes) {
          collector.add(block(7, index));
          seen.add(index);
          const round = collector.complete(7);
          expect(round?.blocks.map(({ roundIndex }) => roundIndex)).toEqual(seen.size === 3 ? [0, 1, 2] : undefined);
        }
      }),
    );
  });

  it('uses the newest announcement of a block', () => {
    const collector = collect();
    for (const rowVersion of [3, 5]) for (const index of [0, 1, 2]) collector.add(block(7, index, { rowVersion }));
    expect(collector.complete(7)?.blocks.map(({ rowVersion }) => rowVersion)).toEqual([5, 5, 5]);
  });

  it('keeps announcements with another block count apart, and prefers a complete round', () => {
    const collector = collect();
    collector.add(block(7, 2));
    collector.add(block(7, 0, { roundBlocks: 99 }));
    collector.add(block(7, 0, { roundBlocks: 2 }));
    expect(collector.complete(7)).toBeUndefined();
    collector.add(block(7, 1, { roundBlocks: 2 }));
    expect(collector.complete(7)?.blocks.length).toBe(2);
    collector.add(block(7, 0));
    collector.add(block(7, 1));
    expect(collector.complete(7)?.blocks.length).toBe(3);
    collector.forget(7);
    expect([collector.size, collector.complete(7)]).toEqual([0, undefined]);
  });

  it('returns the starts of ranges among complete rounds, ascending', () => {
    const collector = collect();
    const add = (round: number, count: number, isRangeStart: boolean): void => {
      for (let index = 0; index < count; index += 1) collector.add(block(round, index, { isRangeStart }));
    };
    add(9, 3, true);
    add(5, 3, true);
    add(6, 3, false);
    add(7, 2, true);
    expect(collector.rangeStarts()).toEqual([5, 9]);
    expect(collector.complete(9)?.isRangeStart).toBe(true);
    collector.forget(5);
    expect(collector.rangeStarts()).toEqual([9]);
    collector.clear();
    expect(collector.size).toBe(0);
  });

  it('drops the farthest rounds above its limit, but never the start of a range', () => {
    const collector = collect();
    const one = { account: '', lt: '1', hash: '', now: 0, in: null, out: [], logs: 0 };
    for (const round of [5, 6, 7, 9]) {
      const isRangeStart = round === 9;
      const announced = block(round, 0, { roundBlocks: 1, transactions: [one, one], isRangeStart });
      collector.add(announced, BigInt(round * 10));
    }
    collector.add(block(7, 0, { roundBlocks: 1, transactions: [one, one] }), 75n);
    expect([...collector.shed(8)]).toEqual([]);
    expect([...collector.shed(5)]).toEqual([
      [7, [70n, 75n]],
      [6, [60n]],
    ]);
    expect([5, 6, 7, 9].filter((round) => collector.complete(round) !== undefined)).toEqual([5, 9]);
    expect([...collector.shed(4)]).toEqual([]);
  });
});
