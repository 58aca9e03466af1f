import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import type { HashmapAugKind } from '../dictionary/dictionary-kind.ts';
import { DictionaryWalk } from '../dictionary/dictionary-walk.ts';
import { loadHashmapE } from '../dictionary/hashmap.ts';
import { ensureRead } from '../primitives/reference.ts';
import { minimalLtAugmentation } from './out-msg-queue-info.ts';

/** A message in a queue. */
export interface EnqueuedMessage<C = number> {
  readonly enqueuedLt: bigint;
  /** `MsgEnvelope`: see `loadMessageEnvelope`. */
  readonly envelope: C;
}

/** A message of the outbound queue with its key and its extra. */
export interface KeyedEnqueuedMessage extends EnqueuedMessage {
  /** 352 bits: `dest_workchain:int32 dest_addr_pfx:uint64 msg_hash:bits256`, of the next hop. */
  readonly key: Uint8Array;
  readonly createdLt: bigint;
}

/** Messages of one sender that wait for their turn. */
interface AccountDispatchQueue<C = number> {
  /** `HashmapE 64 EnqueuedMsg`, by lt. */
  readonly messages: C | null;
  /** How many there are. */
  readonly count: number;
}

/** One sender's queue with its key and its extra. */
export interface KeyedAccountDispatchQueue extends AccountDispatchQueue {
  /** The sender's address inside its workchain. */
  readonly hash: Uint8Array;
  readonly minimalLt: bigint;
}

/** Bits of the outbound queue's keys. */
export const outQueueKeyBits = 352;
const dispatchQueueKeyBits = 256;

/** A message with the extra it counts for, to be written into the outbound queue. */
export interface EnqueuedMessageEntry {
  readonly message: EnqueuedMessage<Cell>;
  readonly createdLt: bigint;
}

/** How messages are written into the outbound queue. */
export const outQueueKind: HashmapAugKind<EnqueuedMessageEntry, bigint> = {
  keyBits: outQueueKeyBits,
  storeValue: (builder, { message }) => {
    storeEnqueuedMessage(builder, message);
  },
  augmentation: minimalLtAugmentation,
  extraOf: ({ createdLt }) => createdLt,
};

/**
 * Reads:
 *
 * ```tlb
 * _ enqueued_lt:uint64 out_msg:^MsgEnvelope = EnqueuedMsg;
 * ```
 */
export function loadEnqueuedMessage(slice: CellSlice): EnqueuedMessage {
  return { enqueuedLt: slice.loadUint64(), envelope: slice.loadRef() };
}

/** Writes what `loadEnqueuedMessage` reads. */
export function storeEnqueuedMessage(builder: CellBuilder, value: EnqueuedMessage<Cell>): void {
  builder.storeUint(value.enqueuedLt, 64).storeRef(value.envelope);
}

/**
 * Reads:
 *
 * ```tlb
 * _ messages:(HashmapE 64 EnqueuedMsg) count:uint48 = AccountDispatchQueue;
 * ```
 */
function loadAccountDispatchQueue(slice: CellSlice): AccountDispatchQueue {
  return { messages: loadHashmapE(slice), count: slice.loadUint(16) * 2 ** 32 + slice.loadUint(32) };
}

/** The messages of the outbound queue in key order, one at a time. */
export function* eachEnqueuedMessage(bag: Bag, root: number | null): Generator<KeyedEnqueuedMessage> {
  const walk = new DictionaryWalk(bag, root, outQueueKeyBits, { isAugmented: true });
  while (walk.next()) {
    const createdLt = walk.slice.loadUint64();
    const { enqueuedLt, envelope } = loadEnqueuedMessage(walk.slice);
    ensureRead(walk.slice, 'EnqueuedMsg');
    yield { key: walk.key.slice(), createdLt, enqueuedLt, envelope };
  }
}

/** The dispatch queue's senders in the order of their addresses, one at a time. */
export function* eachAccountDispatchQueue(bag: Bag, root: number | null): Generator<KeyedAccountDispatchQueue> {
  const walk = new DictionaryWalk(bag, root, dispatchQueueKeyBits, { isAugmented: true });
  while (walk.next()) {
    const minimalLt = walk.slice.loadUint64();
    const { messages, count } = loadAccountDispatchQueue(walk.slice);
    ensureRead(walk.slice, 'AccountDispatchQueue');
    yield { hash: walk.key.slice(), minimalLt, messages, count };
  }
}
