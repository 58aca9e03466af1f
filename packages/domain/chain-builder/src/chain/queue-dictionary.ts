import type { Cell } from '@tonriver/boc';
import {
  accountAddressOf,
  type Hash,
  loadMessageEnvelope,
  loadMessageInfo,
  minimalLtAugmentation,
  outQueueKeyBits,
  storeEnqueuedMessage,
} from '@tonriver/chain-model';
import { ChainBuilderError } from '../chain-builder-error.ts';
import { readHead } from './cell-head.ts';
import type { LiveKind } from './live-dictionary.ts';
import type { QueuedMessage } from './message-queue.ts';
import { ARRIVED_BITS, type Route } from './message-routing.ts';

/** Returns the key of a message in a queue: workchain and prefix of its next hop, then its hash. 352 bits. */
export function queueKey(route: Pick<Route, 'nextWorkchain' | 'nextPrefix'>, hash: Hash): Uint8Array {
  const key = new Uint8Array(44);
  const view = new DataView(key.buffer);
  view.setInt32(0, route.nextWorkchain);
  view.setBigUint64(4, route.nextPrefix);
  key.set(hash, 12);
  return key;
}

/** The dictionary of a shard's queue: `_ (HashmapAugE 352 EnqueuedMsg uint64) = OutMsgQueue;`. */
export const queueKind: LiveKind<QueuedMessage, bigint> = {
  keyBits: outQueueKeyBits,
  storeValue: (builder, { lt, envelope }) => storeEnqueuedMessage(builder, { enqueuedLt: lt, envelope }),
  extraOf: ({ lt }) => lt,
  augmentation: minimalLtAugmentation,
  loadValue: (slice, [envelope], key) => {
    slice.loadUint64();
    if (envelope === undefined) throw badMessage();
    return readQueued(envelope, key);
  },
};

/** Reads a message of a stored state's queue, as it was when it was queued. */
function readQueued(envelope: Cell, key: Uint8Array): QueuedMessage {
  const { fwdFeeRemaining, currentAddress } = readHead(envelope, loadMessageEnvelope).value;
  const [message] = envelope.refs;
  const info = message === undefined ? null : readHead(message, loadMessageInfo).value;
  if (message === undefined || info?.type !== 'internal' || currentAddress.type !== 'regular') throw badMessage();
  const [source, destination] = [accountAddressOf(info.source), accountAddressOf(info.destination)];
  if (source === null || destination === null) throw badMessage();
  const view = new DataView(key.buffer, key.byteOffset);
  return {
    hash: message.hash(),
    envelope,
    message,
    lt: info.createdLt,
    source,
    destination,
    value: info.value,
    fwdFee: fwdFeeRemaining,
    holder: currentAddress.useDestBits === ARRIVED_BITS ? destination.hash : source.hash,
    key,
    nextWorkchain: view.getInt32(0),
    nextPrefix: view.getBigUint64(4),
  };
}

function badMessage(): ChainBuilderError {
  return new ChainBuilderError('bad_state', 'A queue of a state contains something that no chain builder writes');
}
