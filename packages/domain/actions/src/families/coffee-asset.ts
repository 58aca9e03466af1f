import { BocError, type CellSlice } from '@tonriver/boc';
import { formatAccountAddress } from '@tonriver/chain-model';
import type { Field } from '../bodies/layout.ts';

/** An asset of swap.coffee: `native$00`, or `jetton$01 workchain:int8 address:bits256`. Null is TON. */
export const coffeeAsset: Field<string | null> = {
  name: 'coffeeAsset',
  bits: 0,
  read(slice: CellSlice) {
    const tag = slice.loadUint(2);
    if (tag === 0) return null;
    if (tag !== 1) throw new BocError('cell_bad_value', 'No asset of swap.coffee has this tag', { tag });
    return formatAccountAddress({ workchain: slice.loadInt(8), hash: slice.loadBytes(32) });
  },
};
