import {
  type Hash,
  type HashmapAugKind,
  minimalLtAugmentation,
  outQueueKeyBits,
  storeEnqueuedMessage,
} from '@tonriver/chain-model';
import type { QueuedMessage } from './message-queue.ts';
import type { Route } from './message-routing.ts';

/** Returns the key of a message in a queue: workchain and prefix of its next hop, then its hash. 352 bits. */
export function queueKey(route: Route, hash: Hash): Uint8Array {
  const key = new Uint8Array(44);
  const view = new DataView(key.buffer);
  view.setInt32(0, route.nextWorkchain);
  view.setBigUint64(4, route.nextPrefix);
  key.set(hash, 12);
  return key;
}

/** The dictionary of a shard's queue: `_ (HashmapAugE 352 EnqueuedMsg uint64) = OutMsgQueue;`. */
export const queueKind: HashmapAugKind<QueuedMessage, bigint> = {
  keyBits: outQueueKeyBits,
  storeValue: (builder, { lt, envelope }) => storeEnqueuedMessage(builder, { enqueuedLt: lt, envelope }),
  extraOf: ({ lt }) => lt,
  augmentation: minimalLtAugmentation,
};
