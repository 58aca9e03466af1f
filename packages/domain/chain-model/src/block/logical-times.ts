import { badValue } from '../errors.ts';
import type { Block } from './block.ts';

/**
 * The most logical time that one block can take. The network's configuration bounds it with 32 bits (`lt_delta` of the
 * block limits). The last transaction may exceed that bound a little, so this is twice the bound. The longest of 639
 * recorded blocks takes 511. Between blocks, time may jump by any amount: a block starts after everything it refers to.
 */
export const blockLtSpanMax = 2n ** 33n;

/**
 * Checks that a block takes no more logical time than one can; the result checks that a transaction lies within it.
 * Rows are stored by logical time, so that the rows of a block with a long time would be spread over the whole store.
 *
 * @throws {ChainModelError} `bad_value`, as does the result
 */
export function checkLogicalTimes({ info: { startLt, endLt } }: Pick<Block, 'info'>): (lt: bigint) => void {
  if (endLt < startLt || endLt - startLt > blockLtSpanMax) throw badValue('BlockInfo', 'end_lt', endLt);
  return (lt) => {
    if (lt < startLt || lt > endLt) throw badValue('Transaction', 'lt', lt);
  };
}
