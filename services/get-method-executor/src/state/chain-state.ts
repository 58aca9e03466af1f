import type { AccountAddress, AccountStatus, ExtraCurrency, Hash } from '@tonriver/chain-model';

/** The masterchain block at which a call runs. */
export interface RunPoint {
  /** Equal keys mean the same block: part of cache keys. */
  readonly key: string;
  readonly seqno: number;
  /** Null where a recording stands in for a block. */
  readonly rootHash: Hash | null;
  /** Null while nothing confirmed it. */
  readonly fileHash: Hash | null;
  /** Seconds. */
  readonly unixTime: number;
  /** What a recording ran with; null on a chain. */
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
  /** The account's own libraries by the hash of their root, hexadecimal; or it has some, and nobody can tell which. */
  readonly ownLibraries: ReadonlyMap<string, Uint8Array> | 'unknown';
  readonly lastTransaction: { readonly lt: bigint; readonly hash: Hash };
}

/** A library by its hash: its bag; proved not to be there; or nobody can tell. */
export type LibraryFinding = Uint8Array | 'absent' | 'unknown';

/** Which block a call means. */
export interface PointRequest {
  readonly seqno: number | undefined;
  readonly address: AccountAddress;
  readonly methodId: number;
}

/** Everything of the chain that a run depends on. What is not known is a `GetMethodError`, never a guess. */
export interface ChainState {
  point(request: PointRequest): Promise<RunPoint>;
  account(address: AccountAddress, point: RunPoint): Promise<AccountAtPoint>;
  /** The configuration in force, as a bag. */
  config(point: RunPoint): Promise<Uint8Array>;
  /** c7 slot 13 as a `VmStackValue`; null where a part of it is not known, or before global version 4. */
  previousBlocks(point: RunPoint): Promise<Uint8Array | null>;
  library(hash: Hash, point: RunPoint): Promise<LibraryFinding>;
}
