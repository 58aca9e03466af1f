import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Bag } from '@tonriver/boc';
import { loadBlock, loadShardState } from '@tonriver/chain-model';
import { describeRecorded } from '@tonriver/testing';
import type { LoadClass } from './block-load.ts';
import { historiesByLoad, type LoadHistories, wishesByLoad } from './load-history.ts';

function after(loads: readonly LoadClass[], queueSize = 0, start: LoadHistories = { overload: 0n, underload: 0n }) {
  return loads.reduce((histories, load) => historiesByLoad(histories, load, queueSize), start);
}

function repeat(load: LoadClass, count: number): LoadClass[] {
  return Array.from({ length: count }, () => load);
}

describe('the wishes of a shard', () => {
  it('are to split after 24 overloaded blocks in a row, when it was not overloaded before', () => {
    // 16 blocks count three times, 8 more twice: 64.
    expect(wishesByLoad(after(repeat('soft', 23)))).toEqual({ wantSplit: false, wantMerge: false });
    expect(wishesByLoad(after(repeat('soft', 24)))).toEqual({ wantSplit: true, wantMerge: false });
  });

  it('are to merge after 24 underloaded blocks in a row, and end when blocks are loaded normally', () => {
    const empty = after(repeat('underload', 48));
    expect(wishesByLoad(empty)).toEqual({ wantSplit: false, wantMerge: true });
    expect(wishesByLoad(after(repeat('normal', 16), 0, empty))).toEqual({ wantSplit: false, wantMerge: false });
  });

  it('are to split rather than to merge', () => {
    const both = { overload: 0xffff_ffff_ffffn, underload: 0xffff_ffff_ffffn };
    expect(wishesByLoad(both)).toEqual({ wantSplit: true, wantMerge: false });
  });
});

describe('the histories of a shard', () => {
  it('keep 64 blocks, the newest in the lowest bit', () => {
    expect(after(['hard', 'underload', 'normal', 'medium'])).toEqual({ overload: 0b1001n, underload: 0b0100n });
    expect(after(repeat('hard', 70)).overload).toBe(2n ** 64n - 1n);
  });

  it('call a shard with a long queue overloaded, unless the queue is too long to be split', () => {
    expect(after(['normal'], 4096)).toEqual({ overload: 1n, underload: 0n });
    expect(after(['soft'], 100_001)).toEqual({ overload: 0n, underload: 0n });
  });

  it('do not call a shard underloaded whose queue is too long to be merged', () => {
    expect(after(['underload'], 2047).underload).toBe(1n);
    expect(after(['underload'], 2048).underload).toBe(0n);
  });
});

describeRecorded('recorded states', ['blocks/states/index.json'], (data) => {
  const pairs = [
    ['mainnet-2019-11-mc-2660/mainnet_mc_2660.boc', 'mainnet_mc_2660_state.boc'],
    [
      'mainnet-2019-12-shard-571525/mainnet_0_2000000000000000_571535.boc',
      'mainnet_0_2000000000000000_571535_state.boc',
    ],
    ['mainnet/mainnet_0_f800000000000000_4262143.boc', 'mainnet_0_f800000000000000_4262143_state.boc'],
  ] as const;

  it.each(pairs)('have histories from which the wishes of %s follow', (block, state) => {
    const blockBag = Bag.parse(readFileSync(data.path('blocks', block)));
    const { wantSplit, wantMerge } = loadBlock(blockBag).info;
    const stateBag = Bag.parse(readFileSync(data.path('blocks', 'states', state)));
    const { overloadHistory, underloadHistory } = loadShardState(stateBag, stateBag.root);
    expect(wishesByLoad({ overload: overloadHistory, underload: underloadHistory })).toEqual({ wantSplit, wantMerge });
  });
});
