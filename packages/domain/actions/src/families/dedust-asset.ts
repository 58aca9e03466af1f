import type { CellSlice } from '@tonriver/boc';
import { formatAccountAddress } from '@tonriver/chain-model';
import { BocError } from '@tonriver/boc';
import type { Field } from '../bodies/layout.ts';

/** An asset of DeDust v1: `native$0000`, or `jetton$0001 workchain:int8 address:bits256`. Null is TON. */
export const dedustAsset: Field<string | null> = {
  name: 'dedustAsset',
  bits: 0,
  read(slice: CellSlice) {
    const tag = slice.loadUint(4);
    if (tag === 0) return null;
    if (tag !== 1) throw new BocError('cell_bad_value', 'No asset of DeDust has this tag', { tag });
    return formatAccountAddress({ workchain: slice.loadInt(8), hash: slice.loadBytes(32) });
  },
};
