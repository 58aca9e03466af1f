/** Where a transaction stands. */
export interface TransactionPlace {
  /** Round of its block. */
  readonly round: number;
  /** Shard of its block, signed. */
  readonly shard: bigint;
  /** Seqno of its block. */
  readonly seqno: number;
  /** Its number in the block, in order of lt, then of account, from 0. */
  readonly index: number;
}

/** Where a transaction of a trace stands: a trace may have transactions in several workchains. */
export interface TracePlace extends TransactionPlace {
  readonly workchain: number;
}

/** The data of a transaction that trace assembly needs. Hashes are base64. */
export interface RoundTransaction {
  readonly workchain: number;
  /** 64 lower-case hex digits, so that text order is chain order. */
  readonly account: string;
  readonly lt: bigint;
  readonly hash: string;
  readonly place: TransactionPlace;
  readonly now: number;
  readonly inMessage: {
    readonly hash: string;
    readonly norm: string | null;
    readonly from: 'external' | 'system' | 'account';
  } | null;
  /** Hashes of out messages that have a destination. */
  readonly outMessages: readonly string[];
  /** The number of out messages without one (logs). */
  readonly logCount: number;
}

/** The order of a round's transactions: lt, then workchain, then account. */
export function compareChainOrder(left: RoundTransaction, right: RoundTransaction): number {
  if (left.lt !== right.lt) return left.lt < right.lt ? -1 : 1;
  if (left.workchain !== right.workchain) return left.workchain - right.workchain;
  if (left.account === right.account) return 0;
  return left.account < right.account ? -1 : 1;
}
