import type { AssemblyState, Sender } from './assembly-state.ts';
import { compareChainOrder, type RoundTransaction, type TracePlace } from './round-transaction.ts';
import { type Trace, TRACE_PLACES_MAX } from './trace.ts';

interface TraceOfTransaction {
  readonly transaction: RoundTransaction;
  readonly traceId: string;
  /** Hash of the message that began the trace, base64; null if it began without one. */
  readonly externalHash: string | null;
  /** The transaction that sent its message; undefined for one without sender, or with an unknown one. */
  readonly sender: Sender | undefined;
}

export interface AssembledRound {
  /** All transactions of the round, in chain order. */
  readonly memberships: readonly TraceOfTransaction[];
  /** All traces with transactions in the round, in their state after the round. */
  readonly traces: readonly Readonly<Trace>[];
}

export interface AssemblyOptions {
  /** Whether senders of messages are remembered. Releases without links did not. Default: true. */
  readonly keepsSenders?: boolean;
}

/**
 * Joins the transactions of one round to traces, and updates the state.
 *
 * Rounds must come in order and each once. The order within a round does not matter. A transaction continues a trace if
 * its message is one of the trace's open edges. It begins a trace if its message is external or from the block itself,
 * or if it has none. It begins a broken trace if its sender is unknown (indexing began after its parent).
 */
export function assembleRound(
  state: AssemblyState,
  seqno: number,
  transactions: readonly RoundTransaction[],
  { keepsSenders = true }: AssemblyOptions = {},
): AssembledRound {
  const touched = new Map<string, Trace>();
  const memberships = transactions.toSorted(compareChainOrder).map((transaction) => {
    const continued = continueTrace(state, touched, transaction);
    const trace = continued?.trace ?? beginTrace(transaction, seqno);
    touched.set(trace.traceId, trace);
    addTransaction(state, trace, { seqno, keepsSenders }, transaction);
    const { traceId, externalHash } = trace;
    return { transaction, traceId, externalHash, sender: continued?.sender };
  });
  for (const trace of touched.values()) settle(state, trace);
  return { memberships, traces: [...touched.values()].map((trace) => ({ ...trace })) };
}

function continueTrace(
  state: AssemblyState,
  touched: ReadonlyMap<string, Trace>,
  { inMessage }: RoundTransaction,
): { readonly trace: Trace; readonly sender: Sender | undefined } | undefined {
  if (inMessage === null) return undefined;
  const edge = state.openEdges.get(inMessage.hash);
  if (edge === undefined) return undefined;
  const trace = touched.get(edge.traceId) ?? state.openTraces.get(edge.traceId);
  if (trace === undefined) return undefined;
  state.openEdges.delete(inMessage.hash);
  trace.pendingEdges -= 1;
  trace.edges += 1;
  return { trace, sender: edge.sender };
}

function beginTrace({ hash, inMessage, lt, now }: RoundTransaction, seqno: number): Trace {
  const isBroken = inMessage?.from === 'account';
  const norm = inMessage?.from === 'external' ? inMessage.norm : null;
  return {
    traceId: hash,
    externalHash: inMessage?.hash ?? null,
    externalHashNorm: norm === inMessage?.hash ? null : norm,
    seqnoStart: seqno,
    startLt: lt,
    startUtime: now,
    seqnoEnd: seqno,
    endLt: lt,
    endUtime: now,
    state: isBroken ? 'broken' : 'pending',
    nodes: 0,
    // The sender of the first message of a broken trace is unknown, so this edge never counts as finished.
    edges: inMessage === null || isBroken ? 0 : 1,
    pendingEdges: 0,
    places: [],
  };
}

function addTransaction(
  state: AssemblyState,
  trace: Trace,
  { seqno, keepsSenders }: Required<AssemblyOptions> & { readonly seqno: number },
  transaction: RoundTransaction,
): void {
  trace.places = placesWith(trace, transaction);
  trace.nodes += 1;
  trace.edges += transaction.logCount;
  trace.seqnoEnd = Math.max(trace.seqnoEnd, seqno);
  if (transaction.lt > trace.endLt) trace.endLt = transaction.lt;
  trace.endUtime = Math.max(trace.endUtime, transaction.now);
  const { workchain, place, hash: sentBy } = transaction;
  for (const [position, hash] of transaction.outMessages.entries()) {
    const sender = keepsSenders ? { workchain, place, hash: sentBy, position } : undefined;
    state.openEdges.set(hash, { traceId: trace.traceId, sender });
    trace.pendingEdges += 1;
  }
}

/** A release that does not keep places leaves those in the snapshot as they are. Then there are too few of them. */
function placesWith({ places, nodes }: Trace, { workchain, place }: RoundTransaction): Trace['places'] {
  if (places === undefined || places.length !== nodes || nodes >= TRACE_PLACES_MAX) return undefined;
  const added = places as TracePlace[];
  added.push({ workchain, ...place });
  return added;
}

/** Ends a round: a trace without messages on their way is complete and leaves the state. */
function settle(state: AssemblyState, trace: Trace): void {
  if (trace.pendingEdges > 0) {
    if (trace.state === 'complete') trace.state = 'pending';
    state.openTraces.set(trace.traceId, trace);
    return;
  }
  if (trace.state === 'pending') trace.state = 'complete';
  state.openTraces.delete(trace.traceId);
}
