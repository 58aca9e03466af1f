import type { AccountAddress } from '@tonriver/chain-model';

/** One transaction to emulate. Bags have one root. */
interface EmulatorCall {
  readonly address: AccountAddress;
  /** `ShardAccount` before it. */
  readonly shardAccountBoc: Uint8Array;
  readonly messageBoc: Uint8Array;
  /** The logical time that it is to have. */
  readonly lt: bigint;
  readonly isFromOutside: boolean;
}

export type EmulatorResult =
  | {
      readonly kind: 'transaction';
      readonly transactionBoc: Uint8Array;
      /** `ShardAccount` after it. */
      readonly shardAccountBoc: Uint8Array;
    }
  /** A message from outside that is not accepted. */
  | { readonly kind: 'not_accepted'; readonly exitCode: number | null; readonly reason: string }
  /** Something that the run needs is not known, a library for instance. */
  | { readonly kind: 'unknown' };

/** What a trace is emulated with. All states and runs must be of one block, or the trace is of none. */
export interface TracePorts {
  /** Returns the `ShardAccount` at the block as a bag. Called once for each account. */
  readonly readAccount: (address: AccountAddress) => Promise<Uint8Array | 'unknown'>;
  readonly emulate: (call: EmulatorCall) => Promise<EmulatorResult>;
}

/** The most of a trace that is emulated. What is beyond is left out, and the trace is incomplete. */
export interface TraceBounds {
  readonly transactionsMax: number;
  /** Messages that all transactions send: one alone sends up to 255. */
  readonly messagesMax: number;
  /** The transaction of the message itself has depth 0. */
  readonly depthMax: number;
  /** Of all transactions and states together, bytes. */
  readonly bytesMax: number;
  /** Whether no more transactions are wanted: those that there are took long enough. */
  readonly isLongEnough: () => boolean;
}
