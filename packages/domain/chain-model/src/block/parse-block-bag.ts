import { Bag } from '@tonriver/boc';

/**
 * Openings per byte. Recorded blocks need at most 0.03: nearly every cell is opened once. Where cells are shared, what
 * refers to them is opened for them again: a message with a StateInit takes up to twenty openings, and has at least 90
 * bytes of its own (two addresses, amounts, its time).
 */
const openingsPerByte = 0.25;
/**
 * Openings besides, which a block's length says nothing about: data that messages share is searched for each code that
 * they bring. A look counts for an eighth of an opening, so this is 33 million looks, less than a second. A message has
 * at most 8,192 cells (`max_msg_cells`), and a cell is looked at once for each code: 4,096 messages of the largest size
 * in one block, each with code of its own over the same data, which cost their senders 1,300 TON in fees.
 */
const openingsSpare = 2 ** 22;

/**
 * The bag of a block that strangers may have written. All readers together may open its cells so often that any block
 * of the chain is read, and that none keeps a reader busy for more than a second or two; more is
 * `boc_too_much_reading`.
 */
export function parseBlockBag(boc: Uint8Array): Bag {
  return Bag.parse(boc, { openingsMax: Math.ceil(boc.length * openingsPerByte) + openingsSpare });
}
