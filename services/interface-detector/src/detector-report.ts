import type { ResolvedRound } from '@tonriver/events';
import type { Metrics } from '@tonriver/telemetry';

export interface DetectorReportDependencies {
  readonly metrics: Metrics;
  readonly onProgress?: ((round: number) => void) | undefined;
}

/** Why a get-method was not answered. */
type UnansweredReason = 'refused' | 'unknown';

export interface DetectorReport {
  onWaiting(recordCount: number): void;
  onExamined(round: ResolvedRound, rowCount: number): void;
  onUnanswered(reason: UnansweredReason): void;
}

/** Tells an operator how far the detector is, and what it could not find out. */
export function createDetectorReport({ metrics, onProgress }: DetectorReportDependencies): DetectorReport {
  const last = metrics.gauge('tonriver_interfaces_last_seqno', 'Newest round whose contracts were examined');
  const waiting = metrics.gauge('tonriver_interfaces_records_waiting', 'Records whose rounds are not complete yet');
  const accounts = metrics.counter('tonriver_interfaces_accounts_total', 'Accounts that were examined');
  const rows = metrics.counter('tonriver_interfaces_rows_total', 'Rows that were written of them');
  const unanswered = metrics.counter(
    'tonriver_interfaces_unanswered_total',
    'Get-methods without an answer: too much work, or something is not known',
    ['reason'],
  );
  let newest = 0;
  return {
    onWaiting: (recordCount) => waiting.set(recordCount),
    onExamined(round, rowCount) {
      accounts.inc(round.accounts.length);
      rows.inc(rowCount);
      if (!round.isLast) return;
      newest = Math.max(newest, round.round);
      last.set(newest);
      onProgress?.(newest);
    },
    onUnanswered: (reason) => unanswered.inc({ reason }),
  };
}
