import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badValue } from '../errors.ts';

/**
 * Reads a `VarUInteger` of at most six bytes as a plain number (48 bits are exact).
 *
 * ```tlb
 * var_uint$_ {n:#} len:(#< n) value:(uint (len * 8)) = VarUInteger n;
 * ```
 *
 * `byteLimit` is n: 7 for gas and sizes, 3 for a gas credit. A needless leading zero byte sets
 * `slice.sawNonCanonical`; a length of n or more is a `ChainModelError` `bad_value`.
 */
export function loadSmallVarUint(slice: CellSlice, byteLimit: 3 | 7): number {
  const length = slice.loadUint(byteLimit === 7 ? 3 : 2);
  if (length >= byteLimit) throw badValue(`VarUInteger ${byteLimit}`, 'len', length);
  if (length === 0) return 0;
  if (slice.preloadUint(8) === 0) slice.sawNonCanonical = true;
  return length <= 4
    ? slice.loadUint(length * 8)
    : slice.loadUint((length - 4) * 8) * 0x1_0000_0000 + slice.loadUint(32);
}

/** Writes what `loadSmallVarUint` reads. Throws `ChainModelError` `bad_value` for what does not fit. */
export function storeSmallVarUint(builder: CellBuilder, value: number, byteLimit: 3 | 7): void {
  if (!Number.isSafeInteger(value) || value < 0) throw badValue(`VarUInteger ${byteLimit}`, 'value', value);
  let length = 0;
  while (value >= 2 ** (length * 8)) length++;
  if (length >= byteLimit) throw badValue(`VarUInteger ${byteLimit}`, 'value', value);
  builder.storeUint(length, byteLimit === 7 ? 3 : 2);
  if (length > 0) builder.storeUint(BigInt(value), length * 8);
}
