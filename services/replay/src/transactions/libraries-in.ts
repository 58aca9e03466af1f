import { Bag, type Cell } from '@tonriver/boc';
import { DictionaryWalk } from '@tonriver/chain-model';
import { reading } from '../bags.ts';

const keyBits = 256;

/** The cells of a dictionary of libraries. */
export function librariesIn(boc: Uint8Array, what: string): Cell[] {
  return reading(what, () => {
    const bag = Bag.parse(boc);
    const walk = new DictionaryWalk(bag, bag.root, keyBits);
    const cells: Cell[] = [];
    while (walk.next()) cells.push(bag.toCell(walk.slice.loadRef()));
    return cells;
  });
}
