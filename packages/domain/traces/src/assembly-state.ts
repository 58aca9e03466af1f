import type { TransactionPlace } from './round-transaction.ts';
import type { Trace } from './trace.ts';

/** The transaction that sent a message. */
export interface Sender {
  readonly workchain: number;
  readonly place: TransactionPlace;
  /** Base64. */
  readonly hash: string;
  /** Number of the message among the transaction's out messages that have a destination, from 0. */
  readonly position: number;
}

/** A message on its way. */
export interface OpenEdge {
  /** The trace that waits for its receiver. */
  readonly traceId: string;
  /** Undefined when it was sent before releases that remember senders. */
  readonly sender: Sender | undefined;
}

/** The state between rounds: open edges and their traces. Its size follows the messages in flight. */
export interface AssemblyState {
  /** By message hash. */
  readonly openEdges: Map<string, OpenEdge>;
  /** Trace id → trace, for traces with open edges. */
  readonly openTraces: Map<string, Trace>;
}

export function emptyAssemblyState(): AssemblyState {
  return { openEdges: new Map(), openTraces: new Map() };
}
