import { badValue } from '../errors.ts';
import type { Block } from './block.ts';

/**
 * How much logical time one block can take. The network's configuration bounds it (`lt_delta` of the block limits), in
 * 32 bits; what the last transaction adds beyond that bound is small, and has as much again here. The longest of 639
 * recorded blocks takes 511. Between blocks, time may jump by anything: a block starts behind all that it refers to.
 */
export const blockLtSpanMax = 2n ** 33n;

/**
 * Checks that a block takes no more logical time than one can; the result checks that a transaction lies within it.
 * Rows are stored by logical time, so that a block all over time would be everywhere in the store.
 *
 * @throws {ChainModelError} `bad_value`, as does the result
 */
export function checkLogicalTimes({ info: { startLt, endLt } }: Pick<Block, 'info'>): (lt: bigint) => void {
  if (endLt < startLt || endLt - startLt > blockLtSpanMax) throw badValue('BlockInfo', 'end_lt', endLt);
  return (lt) => {
    if (lt < startLt || lt > endLt) throw badValue('Transaction', 'lt', lt);
  };
}
