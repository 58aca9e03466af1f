import { type Bag, CellBuilder, sha256 } from '@tonriver/boc';
import { noAddress } from '../address/message-address.ts';
import { badValue } from '../errors.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Message } from './message.ts';
import { messageBodyHash, messageBodySlice } from './message-body.ts';
import { storeMessageInfo } from './message-info.ts';

/**
 * The hash under which senders know an external-in message, however relays rewrote it (TEP-467): that of the message
 * with the same destination and body, source `addr_none`, import fee 0, no StateInit, the body in a cell of its own.
 * Throws `ChainModelError` `bad_value` for messages of other kinds.
 */
export function normalisedMessageHash(bag: Bag, message: Message): Hash {
  const { info } = message;
  if (info.type !== 'external_in') throw badValue('Message', 'kind to be normalised', info.type);
  const builder = new CellBuilder();
  storeMessageInfo(builder, { ...info, source: noAddress, importFee: 0n });
  // No StateInit; the body in a cell of its own.
  const { bits, bitLength } = builder.storeBit(0).storeBit(1).endCell();
  return hashWithOneReference(bits, bitLength, messageBodyHash(bag, message), messageBodyDepth(bag, message));
}

function messageBodyDepth(bag: Bag, message: Message): number {
  if (message.bodyLayout === 'reference') return bag.depth(message.body);
  const slice = messageBodySlice(bag, message);
  let depth = 0;
  while (slice.remainingRefs > 0) depth = Math.max(depth, bag.depth(slice.loadRef()) + 1);
  return depth;
}

/**
 * SHA-256 of the representation of an ordinary cell of level 0 with one reference, of which only hash and depth are
 * needed: two descriptor bytes, the data closed by a 1 bit, depth, hash.
 */
function hashWithOneReference(bits: Uint8Array, bitLength: number, hash: Hash, depth: number): Hash {
  const representation = new Uint8Array(2 + bits.length + 2 + 32);
  representation[0] = 1;
  representation[1] = (bitLength >> 3) + ((bitLength + 7) >> 3);
  representation.set(bits, 2);
  if ((bitLength & 7) !== 0) {
    const last = 1 + bits.length;
    representation[last] = (representation[last] as number) | (0x80 >> (bitLength & 7));
  }
  representation[2 + bits.length] = depth >> 8;
  representation[3 + bits.length] = depth & 0xff;
  representation.set(hash, 4 + bits.length);
  return sha256(representation);
}
