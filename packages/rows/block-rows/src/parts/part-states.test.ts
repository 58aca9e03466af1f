import { expect, it } from '@jest/globals';
import { RowBinaryReader, RowBinaryWriter } from '@tonriver/row-schema';
import { type PartSide, readPartSide, writePartSide } from './part-states.ts';

const state: PartSide = {
  status: 'active',
  balance: 5n,
  extraCurrencies: [],
  extraCurrenciesHash: new Uint8Array(32).fill(3),
  codeHash: new Uint8Array(32).fill(1),
  dataHash: new Uint8Array(32).fill(2),
  frozenHash: null,
};

it.each<[string, PartSide]>([
  ['that the block proves', state],
  ['of a frozen account', { ...state, status: 'frozen', codeHash: null, frozenHash: new Uint8Array(32).fill(4) }],
  ['with extra currencies', { ...state, extraCurrencies: [{ currency: 7, amount: 9n }] }],
  ['between two transactions', 'between'],
  ['that the block does not show', undefined],
])('a state %s is read as it was written', (_, side) => {
  const writer = new RowBinaryWriter();
  writePartSide(writer, side);
  const reader = new RowBinaryReader(writer.bytes());
  expect(readPartSide(reader)).toEqual(side);
  expect(reader.isAtEnd).toBe(true);
});

it('a side of no known kind is refused', () => {
  const bytes = Uint8Array.of(3);
  expect(() => readPartSide(new RowBinaryReader(bytes))).toThrow(expect.objectContaining({ code: 'bad_part_states' }));
});
