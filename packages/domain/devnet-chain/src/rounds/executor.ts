import type { Hash } from '@tonriver/chain-model';

/** One transaction to execute. */
export interface ExecutorCall {
  /** `ShardAccount` before the transaction, as a bag of cells. */
  readonly shardAccountBoc: Uint8Array;
  readonly cause:
    | { readonly kind: 'message'; readonly messageBoc: Uint8Array }
    | { readonly kind: 'tick' }
    | { readonly kind: 'tock' };
  /** The logical time that the transaction must have. */
  readonly lt: bigint;
  /** The block's seed. */
  readonly randomSeed: Hash;
}

export type ExecutorResult =
  | {
      readonly kind: 'transaction';
      /** Bags with one root: the transaction, and the `ShardAccount` after it. */
      readonly transactionBoc: Uint8Array;
      readonly shardAccountBoc: Uint8Array;
    }
  /** An external message that the contract did not accept: there is no transaction. */
  | { readonly kind: 'not_accepted'; readonly exitCode: number | null; readonly reason: string }
  /** The run was ended: it took too long, or too much memory. */
  | { readonly kind: 'ended'; readonly reason: string };

/** Executes transactions under the configuration, the time and the libraries of one round. */
export type Executor = (call: ExecutorCall) => Promise<ExecutorResult>;
