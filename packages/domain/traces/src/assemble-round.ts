import type { AssemblyState } from './assembly-state.ts';
import { compareChainOrder, type RoundTransaction } from './round-transaction.ts';
import type { Trace } from './trace.ts';

interface TraceOfTransaction {
  readonly transaction: RoundTransaction;
  readonly traceId: string;
}

export interface AssembledRound {
  /** Every transaction of the round, in chain order. */
  readonly memberships: readonly TraceOfTransaction[];
  /** Every trace that the round began or went on with, as it stands after the round. */
  readonly traces: readonly Readonly<Trace>[];
}

/**
 * Joins the transactions of one round to traces, and moves the state to after the round.
 *
 * Rounds must come in order and each once; within the round any order will do. A transaction whose message is among
 * the open edges goes on with that trace; one whose message came from outside or from the block itself, or which has
 * none, begins a trace; one whose sender was never seen begins a broken trace (indexing began after its parent).
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
    // The edge into a broken trace has no known beginning and never counts as finished.
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

/** At the end of the round: nothing on its way means complete, and a trace that waits for nothing is not carried on. */
function settle(state: AssemblyState, trace: Trace): void {
  if (trace.pendingEdges > 0) {
    if (trace.state === 'complete') trace.state = 'pending';
    state.openTraces.set(trace.traceId, trace);
    return;
  }
  if (trace.state === 'pending') trace.state = 'complete';
  state.openTraces.delete(trace.traceId);
}
