import type { Classification } from '@tonriver/actions';
import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';

export interface ClassifierReportDependencies {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly onProgress?: ((round: number) => void) | undefined;
}

export interface ClassifierReport {
  onWaiting(recordCount: number): void;
  onClassified(trace: { readonly knowsInterfaces: boolean }, classification: Classification): void;
  /** A transaction of a trace is not stored. */
  onMissing(traceId: string): void;
  /** A record does not follow the one before: the actions of the rounds between are not known to be there. */
  onGap(gap: { readonly partition: number; readonly round: number; readonly last: number }): void;
  /** Up to this round the traces of all partitions of this process are classified. */
  onProgress(lastSeqno: number | undefined): void;
  onReclassified(traceCount: number): void;
}

/** Tells an operator how far the classifier is, and what it could not do. */
export function createClassifierReport(dependencies: ClassifierReportDependencies): ClassifierReport {
  const { logger, metrics, onProgress } = dependencies;
  const last = metrics.gauge(
    'tonriver_actions_last_seqno',
    'Round up to which traces are classified, in all partitions of the process',
  );
  const waiting = metrics.gauge('tonriver_actions_records_waiting', 'Records that wait for the interface-detector');
  const traces = metrics.counter('tonriver_actions_traces_total', 'Traces that were classified', ['state']);
  const actions = metrics.counter('tonriver_actions_total', 'Actions that were found');
  const early = metrics.counter(
    'tonriver_actions_early_traces_total',
    'Traces that were classified without the interface-detector; they are done again',
  );
  const missing = metrics.counter('tonriver_actions_missing_total', 'Traces of which a transaction is not stored');
  const again = metrics.counter('tonriver_actions_reclassified_total', 'Traces that were classified again');
  const gaps = metrics.counter('tonriver_actions_gaps_total', 'Records that do not follow the one before');
  return {
    onWaiting: (recordCount) => waiting.set(recordCount),
    onClassified({ knowsInterfaces }, { state, actions: found, error }) {
      traces.inc({ state });
      actions.inc(found.length);
      if (!knowsInterfaces) early.inc();
      if (error !== undefined) logger.debug('A trace could not be classified', { error });
    },
    onMissing(traceId) {
      missing.inc();
      logger.error('A transaction of a trace is not stored: the trace has no actions', { traceId });
    },
    onGap(gap) {
      gaps.inc();
      logger.error('A record of traces is missing: actions do not go on behind it', gap);
    },
    onProgress(lastSeqno) {
      if (lastSeqno === undefined) return;
      last.set(lastSeqno);
      onProgress?.(lastSeqno);
    },
    onReclassified: (traceCount) => again.inc(traceCount),
  };
}
