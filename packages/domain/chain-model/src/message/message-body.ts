import { type Bag, type CellSlice, hashRemainder, serializeRemainder, serializeTree } from '@tonriver/boc';
import type { Hash } from '../primitives/hash.ts';
import type { Message } from './message.ts';

/** Where the body of a message is. */
type BodyPlace = Pick<Message, 'body' | 'bodyLayout' | 'bodyBitOffset' | 'bodyRefOffset'>;

/** Returns the message's body, inline or not. A body in its own cell may be exotic: then its raw data. */
export function messageBodySlice(bag: Bag, message: BodyPlace): CellSlice {
  if (message.bodyLayout === 'reference' && bag.isExotic(message.body)) return bag.exoticSlice(message.body);
  const slice = bag.slice(message.body);
  if (message.bodyLayout === 'inline') {
    slice.skipBits(message.bodyBitOffset);
    slice.skipRefs(message.bodyRefOffset);
  }
  return slice;
}

/** The hash of the body as a cell of its own. */
export function messageBodyHash(bag: Bag, message: BodyPlace): Hash {
  return message.bodyLayout === 'reference' ? bag.hash(message.body) : hashRemainder(messageBodySlice(bag, message));
}

/** The body as a bag of one root. */
export function messageBodyBytes(bag: Bag, message: BodyPlace): Uint8Array {
  return message.bodyLayout === 'reference'
    ? serializeTree(bag, message.body)
    : serializeRemainder(messageBodySlice(bag, message));
}
