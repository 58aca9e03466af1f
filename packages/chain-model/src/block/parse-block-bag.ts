import { Bag } from '@tonriver/boc';

/** Recorded blocks need at most 0.03 openings per byte: hardly a cell is opened more than once. */
const openingsPerByte = 0.25;
/** Small blocks may refer to the same few cells from everywhere. */
const openingsSpare = 65_536;

/**
 * The bag of a block that strangers may have written. All readers together may open its cells so often that any block
 * that exists is read, and that no few bytes keep a reader busy for long; more is `boc_too_much_reading`.
 */
export function parseBlockBag(boc: Uint8Array): Bag {
  return Bag.parse(boc, { openingsMax: Math.ceil(boc.length * openingsPerByte) + openingsSpare });
}
