import type { LibrariesBoc, TvmEnvironment } from './environment.ts';

/** One transaction of one account. */
export interface EmulationCall {
  readonly environment: TvmEnvironment;
  /** `account_descr$_ account:^Account last_trans_hash:bits256 last_trans_lt:uint64 = ShardAccount;` as a bag. */
  readonly shardAccountBoc: Uint8Array;
  /** The cause of the transaction: a message (internal or external), or the block itself. */
  readonly cause:
    | { readonly kind: 'message'; readonly messageBoc: Uint8Array }
    | { readonly kind: 'tick' }
    | { readonly kind: 'tock' };
  /** Logical time of the transaction; 0 lets the emulator take the next free one. */
  readonly lt: bigint;
  /** 32 bytes: the block's seed, into which the address is mixed; null leaves the seed zero. */
  readonly randomSeed: Uint8Array | null;
  readonly librariesBoc: LibrariesBoc | null;
  /** Accept every signature. Default false. */
  readonly ignoreSignatures?: boolean;
}

export type EmulationResult =
  | {
      readonly kind: 'transaction';
      /** Bags with one root: the transaction, and the `ShardAccount` after it. */
      readonly transactionBoc: Uint8Array;
      readonly shardAccountBoc: Uint8Array;
      /** The list of output actions (c5), null when the compute phase did not run or failed. */
      readonly actionsBoc: Uint8Array | null;
    }
  /**
   * An external message that the contract did not accept, or for whose import the account cannot pay (no exit code): no
   * transaction comes of it.
   */
  | { readonly kind: 'not_accepted'; readonly exitCode: number | null; readonly reason: string };
