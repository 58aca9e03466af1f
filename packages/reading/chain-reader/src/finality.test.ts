import { describe, expect, it } from '@jest/globals';
import { blockRecordOf, type Finality, finalityOf, isStored } from './finality.ts';
import { blockRow } from './testing/rows.test-support.ts';

describe('the finality of a row', () => {
  it('is finalized when its round is known, also in the first round', () => {
    expect([0, 1, 2 ** 31].map((mcBlockSeqno) => finalityOf({ mcBlockSeqno }))).toEqual([
      'finalized',
      'finalized',
      'finalized',
    ]);
  });

  it('is partial while its round is not known', () => {
    expect(finalityOf({ mcBlockSeqno: null })).toBe('partial');
  });

  it('stands on the record of a block, which has all members of the row', () => {
    const placed = blockRow({ mcBlockSeqno: 7 });
    const members = { ...placed };

    expect(blockRecordOf(placed)).toEqual({ ...members, finality: 'finalized' });
    expect(blockRecordOf(blockRow({ mcBlockSeqno: null })).finality).toBe('partial');
  });
});

it.each<[Finality, boolean]>([
  ['pending', false],
  ['confirmed', false],
  ['partial', true],
  ['finalized', true],
])('what is %s is stored: %s', (finality, stored) => {
  expect(isStored({ finality })).toBe(stored);
});
