import type { AccountAddress, Hash } from '@tonriver/chain-model';

/** A masterchain block at which accounts can be asked for. */
export interface MasterchainPoint {
  readonly seqno: number;
  /** Null where there is no such block: recordings tell what a run saw, not which block that was. */
  readonly rootHash: Hash | null;
  /** Null where the source does not know it. */
  readonly fileHash: Hash | null;
  /** Seconds: the time of what runs there. */
  readonly unixTime: number;
  /** What a recording ran with; null where the source has nothing to say about it, as sources of a chain. */
  readonly recorded: { readonly randomSeed: Uint8Array; readonly gasLimit: bigint } | null;
}

/** An account as a source has it. */
export interface SourceAccount {
  /** `account_descr$_ account:^Account last_trans_hash:bits256 last_trans_lt:uint64 = ShardAccount;` as a bag. */
  readonly shardAccountBoc: Uint8Array;
}

/** What is going to be run, for sources whose newest block depends on it. */
export interface IntendedCall {
  readonly address: AccountAddress;
  readonly methodId: number;
}

/**
 * Where account states come from that the index does not have: a node, or recordings. What a source cannot tell is an
 * error and never an empty answer.
 */
export interface AccountSource {
  /** The newest block at which it can answer the call. @throws {AccountSourceError} `ambiguous_account` */
  head(call: IntendedCall): Promise<MasterchainPoint>;
  /** `undefined`: the source does not have the block. */
  point(seqno: number): Promise<MasterchainPoint | undefined>;
  /**
   * `undefined`: it is proved that the account does not exist.
   *
   * @throws {AccountSourceError} `account_not_known` when the source cannot tell
   */
  account(address: AccountAddress, at: MasterchainPoint): Promise<SourceAccount | undefined>;
  /** The dictionary of parameters (`Hashmap 32 ^Cell`), or `ConfigParams`, as a bag. */
  config(at: MasterchainPoint): Promise<Uint8Array>;
  /** A public library by the hash of its cell, as a bag; `undefined`: it is proved that there is none. */
  library(hash: Hash, at: MasterchainPoint): Promise<Uint8Array | undefined>;
  /** c7 slot 13 as a `VmStackValue`; null: the slot is null. */
  previousBlocks(at: MasterchainPoint): Promise<Uint8Array | null>;
  close(): Promise<void>;
}
