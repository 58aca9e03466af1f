import type { Cell } from '@tonriver/boc';
import { type AccountAddress, type CurrencyCollection, type Hash, compareBytes } from '@tonriver/chain-model';

/** The block that received a message from a queue. */
interface Delivery {
  /** Round of the receiving block. */
  readonly round: number;
  readonly endLt: bigint;
}

/** A message in the outgoing queue of a shard. It stays there until the shard knows that it was delivered. */
export interface QueuedMessage {
  readonly hash: Hash;
  readonly envelope: Cell;
  readonly message: Cell;
  readonly lt: bigint;
  readonly source: AccountAddress;
  readonly destination: AccountAddress;
  readonly value: CurrencyCollection;
  readonly fwdFee: bigint;
  /** The account whose shard has the message now: the sender, or the receiver if both were in one shard. */
  readonly holder: Hash;
  /** 352 bits: workchain and prefix of the next hop, hash of the message. */
  readonly key: Uint8Array;
  readonly nextWorkchain: number;
  readonly nextPrefix: bigint;
  /** Round of the sending block. */
  readonly round: number;
  delivery: Delivery | null;
}

/** The order in which shards import messages: lt, then hash. */
export function compareQueued(left: QueuedMessage, right: QueuedMessage): number {
  if (left.lt !== right.lt) return left.lt < right.lt ? -1 : 1;
  return compareBytes(left.hash, right.hash);
}
