import type { AccountAddress } from '@tonriver/chain-model';

/** A transaction that no block has. Its hash and its logical time are predictions. */
export interface EmulatedTransaction {
  readonly address: AccountAddress;
  readonly lt: bigint;
  /** Index of the transaction that sent its message; null when none of these did. */
  readonly parent: number | null;
  readonly depth: number;
  readonly transactionBoc: Uint8Array;
  /** `ShardAccount` before and after it, as bags. */
  readonly beforeBoc: Uint8Array;
  readonly afterBoc: Uint8Array;
}

/** Why a message of a trace has no transaction. */
export type MissingPart =
  | 'too_many_transactions'
  | 'too_many_messages'
  | 'too_deep'
  | 'too_large'
  | 'took_too_long'
  | 'unknown_state';

export type EmulatedTrace =
  | {
      readonly kind: 'trace';
      /** In the order in which they were executed. */
      readonly transactions: readonly EmulatedTransaction[];
      /** Empty for a whole trace. */
      readonly missing: ReadonlySet<MissingPart>;
    }
  | { readonly kind: 'not_accepted'; readonly exitCode: number | null; readonly reason: string }
  /** The state of the message's own account, or something that its run needs, is not known. */
  | { readonly kind: 'unknown' };
