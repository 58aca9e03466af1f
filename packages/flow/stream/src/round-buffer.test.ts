import { describe, expect, it } from '@jest/globals';
import { createRoundBuffer } from './round-buffer.ts';

const at = (seqno: number, index: number, blockCount: number) => ({ seqno, index, blockCount });

describe('createRoundBuffer', () => {
  it('returns a round in the order of its places when every place has a block', () => {
    const buffer = createRoundBuffer<string>();
    buffer.add(at(7, 1, 2), 'shard');
    expect(buffer.variants(7)).toEqual([]);
    buffer.add(at(7, 0, 2), 'masterchain');
    buffer.add(at(7, 1, 2), 'shard again');
    expect(buffer.variants(7)).toEqual([[['masterchain'], ['shard', 'shard again']]]);
  });

  it('keeps blocks apart that state different sizes of their round, and returns the largest round first', () => {
    const buffer = createRoundBuffer<string>();
    buffer.add(at(7, 0, 1), 'alone');
    buffer.add(at(7, 0, 2), 'a');
    buffer.add(at(7, 1, 2), 'b');
    buffer.add(at(7, 0, 99), 'lie');
    expect(buffer.variants(7)).toEqual([[['a'], ['b']], [['alone']]]);
    expect(buffer.blocks(7).toSorted()).toEqual(['a', 'alone', 'b', 'lie']);
  });

  it('keeps one copy of each place when it can merge two', () => {
    const buffer = createRoundBuffer<number>({ merge: Math.max });
    for (const version of [3, 5, 4]) buffer.add(at(7, 0, 1), version);
    expect(buffer.variants(7)).toEqual([[[5]]]);
  });

  it('removes single blocks, and with the last one their round', () => {
    const buffer = createRoundBuffer<string>();
    buffer.add(at(7, 0, 2), 'a');
    buffer.add(at(7, 1, 2), 'b');
    buffer.add(at(7, 1, 2), 'c');
    buffer.removeWhere(7, (block) => block === 'b');
    expect(buffer.variants(7)).toEqual([[['a'], ['c']]]);
    buffer.removeWhere(7, () => true);
    expect([buffer.has(7), buffer.size, [...buffer.seqnos()]]).toEqual([false, 0, []]);
  });
});
