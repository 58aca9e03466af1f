import type { CellSlice } from '@tonriver/boc';

export type AccountStatus = 'uninit' | 'frozen' | 'active' | 'nonexist';

/** How often cells of one body may be opened, all readers together. */
export const BODY_OPENINGS_MAX = 20_000;

/**
 * A bag of cells, or what returns a cursor at the begin of a body that stands in another bag: a new one each time, of
 * one reader with `BODY_OPENINGS_MAX`.
 */
type MessageBody = Uint8Array | (() => CellSlice);

/** A message as its transaction shows it. The message of a sender and of its receiver are the same by hash. */
export interface MessageInput {
  /** Hash of the message's cell, base64. */
  readonly hash: string;
  /** Raw address; null for an external-in message. */
  readonly source: string | null;
  /** Raw address; null for an external-out message. */
  readonly destination: string | null;
  /** Nanograms; null for an external message. */
  readonly value: bigint | null;
  /** Currency id → amount, decimal. */
  readonly extraCurrencies: Readonly<Record<string, string>>;
  /** Null for an external-in message. */
  readonly createdLt: bigint | null;
  readonly createdAt: number | null;
  /** The first 32 bits of the body, unsigned; null when it has fewer. */
  readonly opcode: number | null;
  /** Null for an external message. */
  readonly isBounceable: boolean | null;
  /** The body; null when it is not stored. */
  readonly body: MessageBody | null;
  /** Hash of the body's cell, base64; null when it is not known. */
  readonly bodyHash: string | null;
  /** The state init as a bag of cells. */
  readonly stateInit: Uint8Array | null;
}

export interface TransactionInput {
  /** Base64. */
  readonly hash: string;
  /** Raw address. */
  readonly account: string;
  readonly lt: bigint;
  /** Unix time in seconds. */
  readonly now: number;
  /** Seqno of the masterchain block that commits it. */
  readonly seqno: number;
  readonly isTickTock: boolean;
  readonly isAborted: boolean;
  readonly originalStatus: AccountStatus;
  readonly endStatus: AccountStatus;
  /** Exit code of the compute phase; null without one. */
  readonly exitCode: number | null;
  /** Why the compute phase was skipped, as the API names it (`no_gas`); null when it was not, or when nobody knows. */
  readonly skipReason: string | null;
  readonly inMessage: MessageInput | null;
  /** In any order. */
  readonly outMessages: readonly MessageInput[];
}

/** A finished trace: what the trace assembler knows of it, and its transactions in any order. Hashes are base64. */
export interface TraceInput {
  readonly traceId: string;
  readonly externalHash: string | null;
  /** Null when it equals `externalHash`. */
  readonly externalHashNorm: string | null;
  readonly startLt: bigint;
  readonly endLt: bigint;
  readonly startUtime: number;
  readonly endUtime: number;
  readonly seqnoEnd: number;
  readonly transactions: readonly TransactionInput[];
}
