import { expect, it } from '@jest/globals';
import type { Finality } from '@tonriver/chain-reader';
import { finalityWordOf } from './finality-word.ts';

it.each<[Finality, string]>([
  ['pending', 'pending'],
  ['confirmed', 'confirmed'],
  ['partial', 'finalized'],
  ['finalized', 'finalized'],
])('a %s transaction is printed as %s', (finality, word) => {
  expect(finalityWordOf(finality)).toBe(word);
});
