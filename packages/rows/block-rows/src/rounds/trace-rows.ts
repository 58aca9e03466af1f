import type { TraceIdRow, TraceRow } from '@tonriver/row-schema';
import type { AssembledRound, Trace } from '@tonriver/traces';
import { type AssembledRange, versionOfRange } from './assembled-range.ts';

/** Returns the rows of `trace_ids` for an assembled round: one per transaction. */
export function traceIdRows(
  range: Pick<AssembledRange, 'first'>,
  { memberships }: Pick<AssembledRound, 'memberships'>,
): readonly TraceIdRow[] {
  const version = versionOfRange(range);
  return memberships.map(({ transaction, traceId }) => ({
    workchain: transaction.workchain,
    account: Buffer.from(transaction.account, 'hex'),
    lt: transaction.lt,
    traceId: Buffer.from(traceId, 'base64'),
    version,
  }));
}

/** Returns the row of `traces` for a trace after round `seqno`. */
export function traceRow(range: Pick<AssembledRange, 'first'>, seqno: number, trace: Readonly<Trace>): TraceRow {
  return {
    traceId: Buffer.from(trace.traceId, 'base64'),
    externalHash: trace.externalHash === null ? null : Buffer.from(trace.externalHash, 'base64'),
    externalHashNorm: trace.externalHashNorm === null ? null : Buffer.from(trace.externalHashNorm, 'base64'),
    mcSeqnoStart: trace.seqnoStart,
    mcSeqnoEnd: trace.seqnoEnd,
    startLt: trace.startLt,
    endLt: trace.endLt,
    startUtime: trace.startUtime,
    endUtime: trace.endUtime,
    state: trace.state,
    nodes: trace.nodes,
    edges: trace.edges,
    pendingEdges: trace.pendingEdges,
    version: versionOfRange(range) * 2n ** 32n + BigInt(seqno),
  };
}
