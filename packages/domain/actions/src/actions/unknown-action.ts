import type { TraceInput } from '../trace/trace-input.ts';
import type { Action } from './action.ts';

/** The one action of a trace of which nothing else can be said: all of its transactions. */
export function unknownAction(trace: TraceInput): Action {
  const { traceId, startLt, endLt, startUtime, endUtime, seqnoEnd, transactions } = trace;
  return {
    trace,
    actionId: traceId,
    type: 'unknown',
    startLt,
    endLt,
    startUtime,
    endUtime,
    seqnoEnd,
    transactions: [...new Set(transactions.map(({ hash }) => hash))].toSorted(),
    accounts: [...new Set(transactions.map(({ account }) => account))].toSorted(),
    isSuccess: !transactions.some(({ isAborted }) => isAborted),
    row: {},
    parentActionId: null,
    ancestorTypes: [],
    correction: undefined,
    isHidden: false,
    hasExternalHashNorm: false,
  };
}
