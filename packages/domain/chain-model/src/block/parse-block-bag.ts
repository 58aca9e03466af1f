import { Bag } from '@tonriver/boc';

/**
 * Openings per byte. Recorded blocks need at most 0.03: nearly every cell is opened once. Shared cells are opened again
 * for everything that refers to them: a message with a StateInit takes up to twenty openings, and at least 90 bytes of
 * the block are its own (two addresses, amounts, its time).
 */
const openingsPerByte = 0.25;
/**
 * Additional openings that do not depend on the length: data that messages share is searched once for each code of a
 * message. Searching a cell counts as an eighth of an opening, so this allows 33 million cells, less than a second. A
 * message has at most 8,192 cells (`max_msg_cells`): this is enough for 4,096 messages of the largest size in one
 * block, each with its own code over the same data, for which senders pay 1,300 TON in fees.
 */
const openingsSpare = 2 ** 22;

/**
 * Parses the bag of a block from an untrusted source. The bag bounds how often all readers together open its cells:
 * enough for any block of the chain, and so few that no block keeps a reader busy for more than two seconds. Beyond
 * the bound a reader fails with `boc_too_much_reading`.
 */
export function parseBlockBag(boc: Uint8Array): Bag {
  return Bag.parse(boc, { openingsMax: openingsMaxOf(boc) });
}

/** How often all readers together may open the cells of a block's bag. */
export function openingsMaxOf(boc: Uint8Array): number {
  return Math.ceil(boc.length * openingsPerByte) + openingsSpare;
}
