import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Bag, type CellSlice } from '@tonriver/boc';
import { describeRecorded } from '@tonriver/testing';
import { listedSeqnos } from './previous-blocks.ts';
import { type StackValue, stackValueBoc } from './vm-stack-value.ts';

/** Reads what `stackValueBoc` writes, from the definition alone. */
function readValue(bag: Bag, slice: CellSlice): StackValue {
  const tag = slice.loadUint(8);
  if (tag === 0) return null;
  if (tag === 1) return slice.loadIntBig(64);
  if (tag === 2) {
    expect(slice.loadUint(7)).toBe(0);
    return slice.loadIntBig(257);
  }
  expect(tag).toBe(7);
  return readTuple(bag, slice, slice.loadUint(16));
}

function readTuple(bag: Bag, slice: CellSlice, length: number): StackValue[] {
  if (length === 0) return [];
  const heads =
    length === 1
      ? []
      : length === 2
        ? [readValue(bag, slice.loadRefSlice())]
        : readTuple(bag, slice.loadRefSlice(), length - 1);
  return [...heads, readValue(bag, slice.loadRefSlice())];
}

describe('a value of c7', () => {
  it.each<[StackValue]>([
    [null],
    [0n],
    [-(1n << 63n)],
    [1n << 63n],
    [-(1n << 63n) - 1n],
    [[]],
    [[1n]],
    [[1n, null]],
    [[1n, [2n, [3n, 4n, 5n]], null, (1n << 256n) - 1n]],
  ])('%# is read back as it was', (value) => {
    const bag = Bag.parse(stackValueBoc(value));
    expect(readValue(bag, bag.slice(bag.root))).toEqual(value);
  });
});

describeRecorded(
  'previous blocks as a node wrote them',
  ['config/mainnet_prev_blocks_info_66519406.stack.boc'],
  (data) => {
    it('are encoded with the same hash', () => {
      const bag = Bag.parse(readFileSync(data.path('config', 'mainnet_prev_blocks_info_66519406.stack.boc')));
      const value = readValue(bag, bag.slice(bag.root));
      const written = Bag.parse(stackValueBoc(value));
      expect(written.hash(written.root)).toEqual(bag.hash(bag.root));
      const [last, key, steps] = value as readonly (readonly (readonly bigint[])[])[];
      const seqnosOf = (blocks: readonly (readonly bigint[])[] = []): number[] =>
        blocks.map(([, , seqno]) => Number(seqno));
      const listed = listedSeqnos(seqnosOf(last)[0] ?? 0);
      expect([seqnosOf(last), seqnosOf(steps)]).toEqual([listed.last, listed.steps]);
      expect([last?.[0]?.[0], last?.[0]?.[1], key?.length]).toEqual([-1n, 1n << 63n, 5]);
    });
  },
);
