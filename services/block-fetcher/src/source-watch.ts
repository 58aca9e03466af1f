import type { ChainStep } from '@tonriver/chain-source';
import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';

/** Reports the state of a source that grows, to the log, the metrics and `/ready`. */
export interface SourceWatch {
  /** Must be called when no round can be published, at least every few seconds. */
  report(step: Exclude<ChainStep, { kind: 'round' | 'broken' }>): void;
}

/** How late a block may be before it is reported: shard blocks come after the masterchain block that names them. */
const LATE_MS = 30_000;

/** @param setReady called with the problem when a round waits for a late block, and with undefined when it has come */
export function createSourceWatch(dependencies: {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly setReady?: (problem: string | undefined) => void;
}): SourceWatch {
  const { logger, metrics, setReady } = dependencies;
  const head = metrics.gauge('tonriver_source_head_seqno', 'Newest masterchain block of the source');
  const waited = metrics.gauge(
    'tonriver_source_missing_seconds',
    'How long a round has been waiting for a block that the source lacks; 0: none waits',
  );
  let reported: string | undefined;
  setReady?.(undefined);
  return {
    report(step) {
      head.set(step.head.lastSeqno);
      const waitedMs = step.kind === 'incomplete' ? step.waitedMs : 0;
      waited.set(Math.round(waitedMs / 1000));
      const isLate = step.kind === 'incomplete' && waitedMs >= LATE_MS;
      const problem = isLate ? `Round ${step.seqno} waits: ${step.reason.message}` : undefined;
      setReady?.(problem === undefined ? undefined : `${problem} (${Math.round(waitedMs / 1000)} s)`);
      if (problem === reported) return;
      if (problem === undefined) logger.info('The missing block has come');
      else logger.warn(problem, { waitedMs: Math.round(waitedMs), head: step.head.lastSeqno });
      reported = problem;
    },
  };
}
