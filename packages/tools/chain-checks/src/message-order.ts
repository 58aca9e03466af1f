import type { Bag } from '@tonriver/boc';
import { compareBytes, forEachInMessage, hashToHex, loadMessage, loadMessageEnvelope } from '@tonriver/chain-model';

/** The order in which shards handle internal messages: by lt, then by hash. */
export interface MessageOrder {
  readonly lt: bigint;
  readonly hash: Uint8Array;
}

export function compareOrder(left: MessageOrder, right: MessageOrder): number {
  if (left.lt !== right.lt) return left.lt < right.lt ? -1 : 1;
  return compareBytes(left.hash, right.hash);
}

/** Returns the last internal message that a block has received; null for none. `special` ones have no place in it. */
export function lastReceived(bag: Bag, descriptors: number, special: ReadonlySet<string>): MessageOrder | null {
  let last: MessageOrder | null = null;
  forEachInMessage(bag, descriptors, ({ messageHash, value }) => {
    if ((value.type !== 'fin' && value.type !== 'imm') || special.has(hashToHex(messageHash))) return;
    const { info } = loadMessage(bag, loadMessageEnvelope(bag.slice(value.envelope)).message);
    if (info.type !== 'internal') return;
    const order = { lt: info.createdLt, hash: messageHash.slice() };
    if (last === null || compareOrder(order, last) > 0) last = order;
  });
  return last;
}
