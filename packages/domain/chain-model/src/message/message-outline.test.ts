import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder } from '@tonriver/boc';
import { readingFaultOf } from '@tonriver/errors';
import fc from 'fast-check';
import type { MessageAddress } from '../address/index.ts';
import * as arbitrary from '../arbitraries.test-support.ts';
import {
  isMessageDestination,
  isMessageSource,
  loadMessage,
  loadMessageDestination,
  loadMessageSource,
  storeMessage,
} from './index.ts';
import { loadMessageOutline } from './message-outline.ts';

const message: fc.Arbitrary<Cell> = arbitrary.messageParts.map((parts) => {
  const builder = new CellBuilder();
  storeMessage(builder, parts);
  return builder.endCell();
});

/** One bit is another, or the cell ends before it; all references are there, or not all. */
const damagedMessage: fc.Arbitrary<Cell> = fc
  .tuple(message, fc.nat(), fc.boolean(), fc.boolean())
  .map(([cell, place, isCut, lacksReference]) => {
    const at = place % cell.bitLength;
    const bits = cell.bits.slice();
    bits[at >> 3]! ^= 0x80 >> (at & 7);
    const builder = new CellBuilder().storeBits(bits, isCut ? at : cell.bitLength);
    for (const one of lacksReference ? cell.refs.slice(1) : cell.refs) builder.storeRef(one);
    return builder.endCell();
  });

describe('the outline of a message', () => {
  it('says the same as the whole', () => {
    fc.assert(
      fc.property(message, (cell) => {
        const bag = Bag.of(cell);
        const whole = loadMessage(bag, bag.root);
        const slice = bag.exoticSlice(bag.root);
        const outline = loadMessageOutline(slice, bag.root);
        expect(whole).toMatchObject({ ...outline, isCanonical: whole.isCanonical });
        const { source, destination } = whole.info;
        expect(loadMessageSource(slice, outline)).toEqual(source);
        expect(loadMessageDestination(slice, outline)).toEqual(destination);
        for (const address of [source, destination]) {
          if (address.type !== 'std') continue;
          const account = { workchain: address.workchain, hash: address.hash };
          expect(isMessageSource(slice, outline, account)).toBe(isOf(source, account));
          expect(isMessageDestination(slice, outline, account)).toBe(isOf(destination, account));
        }
      }),
    );
  });

  it('refuses what the whole refuses, and says the same of what is damaged and can be read', () => {
    fc.assert(
      fc.property(damagedMessage, (cell) => {
        const bag = Bag.of(cell);
        const outline = outcomeOf(() => loadMessageOutline(bag.exoticSlice(bag.root), bag.root));
        const whole = outcomeOf(() => loadMessage(bag, bag.root));
        if (typeof whole === 'string' || typeof outline === 'string') expect(outline).toBe(whole);
        else expect(whole).toMatchObject({ ...outline, isCanonical: whole.isCanonical });
      }),
      { numRuns: 1_000 },
    );
  });
});

function isOf(address: MessageAddress, { workchain, hash }: { readonly workchain: number; readonly hash: Uint8Array }) {
  if (address.type !== 'std' || address.anycast !== null || address.workchain !== workchain) return false;
  return Buffer.compare(address.hash, hash) === 0;
}

/** What was read, or the code of the error. */
function outcomeOf<Value extends object>(read: () => Value): Value | string {
  try {
    return read();
  } catch (error) {
    return readingFaultOf(error).code;
  }
}
