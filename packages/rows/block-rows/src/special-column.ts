import type { TickTock } from '@tonriver/chain-model';
import { BlockRowsError } from './block-rows-error.ts';

const tickBit = 2;
const tockBit = 1;

/** Returns the value of the column `special`: two bits for the tick and tock transactions of an account. */
export function specialColumn(special: TickTock | null): number | null {
  return special === null ? null : (special.tick ? tickBit : 0) + (special.tock ? tockBit : 0);
}

/** Reads the column `special`. @throws {BlockRowsError} `contradicting_row` for more than two bits */
export function specialOf(column: number | null): TickTock | null {
  if (column === null) return null;
  if (column > tickBit + tockBit) {
    throw new BlockRowsError('contradicting_row', 'The column special has other bits than tick and tock', { column });
  }
  return { tick: (column & tickBit) !== 0, tock: (column & tockBit) !== 0 };
}
