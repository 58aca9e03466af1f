import type { AssemblyState } from './assembly-state.ts';
import { compareChainOrder, type RoundTransaction } from './round-transaction.ts';
import type { Trace } from './trace.ts';

interface TraceOfTransaction {
  readonly transaction: RoundTransaction;
  readonly traceId: string;
}

export interface AssembledRound {
  /** All transactions of the round, in chain order. */
  readonly memberships: readonly TraceOfTransaction[];
  /** All traces with transactions in the round, in their state after the round. */
  readonly traces: readonly Readonly<Trace>[];
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
): AssembledRound {
  const touched = new Map<string, Trace>();
  const memberships = transactions.toSorted(compareChainOrder).map((transaction) => {
    const trace = continueTrace(state, touched, transaction) ?? beginTrace(transaction, seqno);
    touched.set(trace.traceId, trace);
    addTransaction(state, trace, seqno, transaction);
    return { transaction, traceId: trace.traceId };
  });
  for (const trace of touched.values()) settle(state, trace);
  return { memberships, traces: [...touched.values()].map((trace) => ({ ...trace })) };
}

function continueTrace(
  state: AssemblyState,
  touched: ReadonlyMap<string, Trace>,
  { inMessage }: RoundTransaction,
): Trace | undefined {
  if (inMessage === null) return undefined;
  const traceId = state.openEdges.get(inMessage.hash);
  if (traceId === undefined) return undefined;
  const trace = touched.get(traceId) ?? state.openTraces.get(traceId);
  if (trace === undefined) return undefined;
  state.openEdges.delete(inMessage.hash);
  trace.pendingEdges -= 1;
  trace.edges += 1;
  return trace;
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
  };
}

function addTransaction(state: AssemblyState, trace: Trace, seqno: number, transaction: RoundTransaction): void {
  trace.nodes += 1;
  trace.edges += transaction.logCount;
  trace.seqnoEnd = Math.max(trace.seqnoEnd, seqno);
  if (transaction.lt > trace.endLt) trace.endLt = transaction.lt;
  trace.endUtime = Math.max(trace.endUtime, transaction.now);
  for (const hash of transaction.outMessages) {
    state.openEdges.set(hash, trace.traceId);
    trace.pendingEdges += 1;
  }
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
