type TraceState = 'pending' | 'complete' | 'broken';

/** A trace: the tree of transactions that one root caused, as far as it is known. Hashes are base64. */
export interface Trace {
  /** Hash of the root transaction. */
  readonly traceId: string;
  /** Hash of the root's inbound message, whatever its kind; null for tick-tock and the like. */
  readonly externalHash: string | null;
  /** Normalised hash of an external root message (TEP-467); null when equal to `externalHash`. */
  readonly externalHashNorm: string | null;
  /** Round, lt and time of the root … */
  readonly seqnoStart: number;
  readonly startLt: bigint;
  readonly startUtime: number;
  /** … and the maximum over the transactions seen so far. */
  seqnoEnd: number;
  endLt: bigint;
  endUtime: number;
  /** `broken` is kept once set: the parent of some transaction is unknown. */
  state: TraceState;
  /** Transactions. */
  nodes: number;
  /** Finished message edges, the external one and logs included. */
  edges: number;
  /** Messages on their way. */
  pendingEdges: number;
}
