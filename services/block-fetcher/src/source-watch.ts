import type { ChainStep } from '@tonriver/chain-source';
import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';

/** Tells the operator how a source that goes on stands. */
export interface SourceWatch {
  /** Told whenever there is nothing to publish, at least every few seconds. */
  waits(step: Exclude<ChainStep, { kind: 'round' | 'broken' }>): void;
}

/** A block may be late by so much before somebody is told: shard blocks come after the block that names them. */
const LATE_MS = 30_000;

/** @param setReady told what a round waits for; undefined again when it is there */
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
  let told: string | undefined;
  setReady?.(undefined);
  return {
    waits(step) {
      head.set(step.head.lastSeqno);
      const waitedMs = step.kind === 'incomplete' ? step.waitedMs : 0;
      waited.set(Math.round(waitedMs / 1000));
      const isLate = step.kind === 'incomplete' && waitedMs >= LATE_MS;
      const problem = isLate ? `Round ${step.seqno} waits: ${step.reason.message}` : undefined;
      setReady?.(problem === undefined ? undefined : `${problem} (${Math.round(waitedMs / 1000)} s)`);
      if (problem === told) return;
      if (problem === undefined) logger.info('The block that was waited for is there');
      else logger.warn(problem, { waitedMs: Math.round(waitedMs), head: step.head.lastSeqno });
      told = problem;
    },
  };
}
