import { createHash } from 'node:crypto';
import { builtTraces } from '@tonriver/actions/testing';
import { checkedTraceRow } from '@tonriver/block-rows';
import type { ClassifiedTraceRow } from '@tonriver/row-schema';
import { rowOfTrace } from '../rows/row-of-trace.ts';

/** The spans of logical time of two traces do not overlap. */
const LT_STEP = 10_000_000n;

/**
 * Returns rows as the service writes them: a made-up trace for every rule.
 *
 * @param endUtime Unix time of the last transaction of each trace
 */
export function builtTraceRows(endUtime: number): readonly ClassifiedTraceRow[] {
  return builtTraces().map(({ trace, classification }, number) => {
    const shift = BigInt(number) * LT_STEP;
    const header = {
      traceId: createHash('sha256').update(`trace ${number}`).digest('base64'),
      externalHash: trace.externalHash,
      externalHashNorm: null,
      seqnoStart: 1,
      startLt: trace.startLt + shift,
      startUtime: endUtime,
      seqnoEnd: 1,
      endLt: trace.endLt + shift,
      endUtime,
      state: 'complete',
      nodes: trace.transactions.length,
      edges: trace.transactions.length - 1,
      blocks: null,
    } as const;
    const { transactions } = trace;
    return checkedTraceRow(
      rowOfTrace({ header, range: 1, transactions, classification, generation: 1, knowsInterfaces: true }),
    );
  });
}
