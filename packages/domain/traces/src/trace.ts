import type { TracePlace } from './round-transaction.ts';

/** Of larger traces nobody asks for the transactions together, as in the public API (`max-trace-txs`). */
export const TRACE_PLACES_MAX = 4_000;

type TraceState = 'pending' | 'complete' | 'broken';

/** A trace: the known part of the tree of transactions that a root caused. Hashes are base64. */
export interface Trace {
  /** Hash of the root transaction. */
  readonly traceId: string;
  /** Hash of the root's inbound message of any kind; null if it has none, as for tick-tock. */
  readonly externalHash: string | null;
  /** Normalised hash of an external root message (TEP-467); null when equal to `externalHash`. */
  readonly externalHashNorm: string | null;
  /** Round, lt and time of the root. */
  readonly seqnoStart: number;
  readonly startLt: bigint;
  readonly startUtime: number;
  /** Maximum over the transactions so far. */
  seqnoEnd: number;
  endLt: bigint;
  endUtime: number;
  /** `broken` if the parent of a transaction is unknown. It then stays so. */
  state: TraceState;
  /** Number of transactions. */
  nodes: number;
  /** Number of finished message edges, with the external one and logs. */
  edges: number;
  /** Number of messages on their way. */
  pendingEdges: number;
  /**
   * Where its transactions stand, round by round; undefined when there are more than `TRACE_PLACES_MAX`, or when a
   * release assembled some of them that did not keep places.
   */
  places: readonly TracePlace[] | undefined;
}
