import type { AccountAddress, AccountStatus, ExtraCurrency, Hash } from '@tonriver/chain-model';

/** The masterchain block at which a call runs. */
export interface RunPoint {
  /** Equal keys mean the same block: part of cache keys. */
  readonly key: string;
  readonly seqno: number;
  /** Null when a recording replaces the block. */
  readonly rootHash: Hash | null;
  /** Null until it is confirmed. */
  readonly fileHash: Hash | null;
  /** Seconds. */
  readonly unixTime: number;
  /** End of the block's logical times; 0 when it is not known, as for blocks of a source. */
  readonly endLt: bigint;
  /** The configuration of a recording; null on a chain. */
  readonly recorded: { readonly randomSeed: Uint8Array; readonly gasLimit: bigint } | null;
}

/** An account as a get-method sees it. */
export interface AccountAtPoint {
  readonly status: AccountStatus;
  /** Nanograms. */
  readonly balance: bigint;
  readonly extraCurrencies: readonly ExtraCurrency[];
  /** Bags with one root; null: none. */
  readonly codeBoc: Uint8Array | null;
  readonly dataBoc: Uint8Array | null;
  /**
   * The account's own libraries by the hash of their root in hexadecimal; `unknown` if it has some that are not known.
   */
  readonly ownLibraries: ReadonlyMap<string, Uint8Array> | 'unknown';
  readonly lastTransaction: { readonly lt: bigint; readonly hash: Hash };
}

/** An account as a transaction needs it. */
export interface ShardAccountAtPoint {
  /** `ShardAccount` as a bag. */
  readonly boc: Uint8Array;
  readonly parts: AccountAtPoint;
}

/** A library by its hash: its bag, or that it certainly does not exist, or that it is unknown. */
export type LibraryFinding = Uint8Array | 'absent' | 'unknown';

/** Which block a call means. */
export interface PointRequest {
  readonly seqno: number | undefined;
  readonly address: AccountAddress;
  readonly methodId: number;
}

/** All data of the chain that a run depends on. Unknown data gives a `GetMethodError`, never a guess. */
export interface ChainState {
  point(request: PointRequest): Promise<RunPoint>;
  /**
   * Reads the newest indexed block, and what it changed in accounts that were asked for lately. Undefined while nothing
   * is indexed.
   */
  readAhead(): Promise<RunPoint | undefined>;
  account(address: AccountAddress, point: RunPoint): Promise<AccountAtPoint>;
  /** The same account with all of its cells; one that does not exist is `account_none`. */
  shardAccount(address: AccountAddress, point: RunPoint): Promise<ShardAccountAtPoint>;
  /** The configuration in force, as a bag. */
  config(point: RunPoint): Promise<Uint8Array>;
  /** c7 slot 13 as a `VmStackValue`; null if a part of it is unknown, or before global version 4. */
  previousBlocks(point: RunPoint): Promise<Uint8Array | null>;
  library(hash: Hash, point: RunPoint): Promise<LibraryFinding>;
}
