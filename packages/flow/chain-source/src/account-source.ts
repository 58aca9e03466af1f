import type { AccountAddress, Hash } from '@tonriver/chain-model';

/** A masterchain block at which a source can return accounts. */
export interface MasterchainPoint {
  readonly seqno: number;
  /** Null when no block is known: a recording has the state of a run, but not its block. */
  readonly rootHash: Hash | null;
  /** Null when the source does not know it. */
  readonly fileHash: Hash | null;
  /** Unix time in seconds for get-methods that run at the block. */
  readonly unixTime: number;
  /** The settings of a recorded run; null in sources of a chain. */
  readonly recorded: { readonly randomSeed: Uint8Array; readonly gasLimit: bigint } | null;
}

/** The account as a source returns it. */
interface SourceAccount {
  /** `account_descr$_ account:^Account last_trans_hash:bits256 last_trans_lt:uint64 = ShardAccount;` as a bag. */
  readonly shardAccountBoc: Uint8Array;
}

/** The call that will run. In some sources the newest block depends on it. */
export interface IntendedCall {
  readonly address: AccountAddress;
  readonly methodId: number;
}

/**
 * A source of account states that the index does not have: a node, or recordings. When it does not know an answer it
 * throws an error; `undefined` means that the account, block or library does not exist.
 */
export interface AccountSource {
  /** Returns the newest block at which the call can run. @throws {AccountSourceError} `ambiguous_account` */
  head(call: IntendedCall): Promise<MasterchainPoint>;
  /** Returns undefined when the source does not have the block. */
  point(seqno: number): Promise<MasterchainPoint | undefined>;
  /**
   * Returns undefined when the account is proved not to exist.
   *
   * @throws {AccountSourceError} `account_not_known`
   */
  account(address: AccountAddress, at: MasterchainPoint): Promise<SourceAccount | undefined>;
  /** Returns the dictionary of parameters (`Hashmap 32 ^Cell`), or `ConfigParams`, as a bag of cells. */
  config(at: MasterchainPoint): Promise<Uint8Array>;
  /** Returns the public library with a cell hash as a bag of cells, undefined when it is proved not to exist. */
  library(hash: Hash, at: MasterchainPoint): Promise<Uint8Array | undefined>;
  /** Returns slot 13 of c7 as a `VmStackValue`, null when the slot is null. */
  previousBlocks(at: MasterchainPoint): Promise<Uint8Array | null>;
  close(): Promise<void>;
}
