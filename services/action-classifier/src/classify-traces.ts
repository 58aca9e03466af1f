import { classify, type TraceInput } from '@tonriver/actions';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { ClassifierReport } from './classifier-report.ts';
import { readInterfacesOfTraces } from './interfaces/interfaces-of-traces.ts';
import type { ClassifiedTrace } from './rows/row-of-trace.ts';
import { readTransactions } from './traces/read-transactions.ts';
import { inputOfTrace, type TraceHeader } from './traces/trace-header.ts';

/** A finished trace that is to be classified. */
export interface UnclassifiedTrace {
  readonly header: TraceHeader;
  readonly range: number;
  readonly knowsInterfaces: boolean;
}

export interface ClassifyTracesDependencies {
  readonly store: ClickHouseStore;
  readonly report: ClassifierReport;
  readonly beat?: (() => void) | undefined;
}

/**
 * Classifies traces together: a part of a block is read once, and what the accounts are with a few queries. The traces
 * of one call are in memory at once.
 */
export async function classifyTraces(
  { store, report, beat }: ClassifyTracesDependencies,
  traces: readonly UnclassifiedTrace[],
): Promise<readonly ClassifiedTrace[]> {
  const transactionsOf = await readTransactions(
    store,
    traces.map(({ header }) => header),
  );
  beat?.();
  const inputs = new Map<UnclassifiedTrace, TraceInput>();
  for (const trace of traces) {
    const { header } = trace;
    if (header.blocks === null) continue;
    const transactions = transactionsOf(header);
    if (transactions === undefined) report.onMissing(header.traceId);
    else inputs.set(trace, inputOfTrace(header, transactions));
  }
  const interfaces = inputs.size === 0 ? new Map() : await readInterfacesOfTraces(store, [...inputs.values()]);
  beat?.();
  return traces.map((trace) => {
    const { header, range } = trace;
    const input = inputs.get(trace);
    if (input === undefined) {
      const isMissing = header.blocks !== null;
      // Marked as one that does not know its interfaces, it is classified again when its rows are there.
      const knowsInterfaces = !isMissing && trace.knowsInterfaces;
      return { header, range, knowsInterfaces, transactions: [], classification: undefined, generation: 0 };
    }
    const { known, generation } = interfaces.get(input)!;
    const classification = classify(input, known);
    report.onClassified(trace, classification);
    const { knowsInterfaces } = trace;
    return { header, range, knowsInterfaces, transactions: input.transactions, classification, generation };
  });
}
