import type { Cell } from '@tonriver/boc';
import type { AccountAddress, CurrencyCollection, Hash } from '@tonriver/chain-model';

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
}

/** A message that a block of another shard received. It is in its queue until the shard of the queue knows that. */
export interface Delivery {
  readonly message: QueuedMessage;
  /** Round of the receiving block. */
  readonly round: number;
  /** End lt of the receiving block. */
  readonly endLt: bigint;
}

/** The deliveries that are not known everywhere, by `hashKey` of the message. */
export type Deliveries = ReadonlyMap<string, Delivery>;
