import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shardDescription } from '../block/chain-values.test-support.ts';
import type { ShardTop } from '../block/index.ts';
import { isCatchainPeriodOver, shardCatchainSeqno } from './catchain-seqno.ts';

const [description] = fc.sample(shardDescription, { numRuns: 1, seed: 1 }) as [ShardTop['description']];
const top = (shard: bigint, nextCatchainSeqno: number): ShardTop => ({
  workchain: 0,
  shard,
  description: { ...description, nextCatchainSeqno },
});

describe('catchain seqnos', () => {
  it('of a shard are those of its top, of the parent after a split, one above both children after a merge', () => {
    const [whole, left, right] = [1n << 63n, 1n << 62n, 3n << 62n] as const;
    expect(shardCatchainSeqno([top(whole, 5)], { workchain: 0, shard: whole })).toBe(5);
    expect(shardCatchainSeqno([top(whole, 5)], { workchain: 0, shard: left })).toBe(5);
    expect(shardCatchainSeqno([top(left, 4), top(right, 7)], { workchain: 0, shard: whole })).toBe(8);
    expect(shardCatchainSeqno([top(left, 4), top(right, 7)], { workchain: 0, shard: right })).toBe(7);
    expect(shardCatchainSeqno([top(left, 4)], { workchain: 0, shard: whole })).toBeNull();
    expect(shardCatchainSeqno([top(left, 4)], { workchain: 1, shard: left })).toBeNull();
  });

  it('change where a multiple of the lifetime lies between two blocks', () => {
    expect(isCatchainPeriodOver({ previousUtime: 249, utime: 250, lifetime: 250 })).toBe(true);
    expect(isCatchainPeriodOver({ previousUtime: 250, utime: 499, lifetime: 250 })).toBe(false);
    expect(isCatchainPeriodOver({ previousUtime: 250, utime: 1000, lifetime: 250 })).toBe(true);
  });
});
