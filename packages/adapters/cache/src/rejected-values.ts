import type { Metrics } from '@tonriver/telemetry';

/** Counts kept values that were rejected, by reason. */
export function countRejected(metrics: Metrics): (reason: string) => void {
  const rejected = metrics.counter(
    'tonriver_cache_values_rejected_total',
    'Kept values that were foreign, damaged or expired, by reason; each was treated as missing',
    ['reason'],
  );
  return (reason) => rejected.inc({ reason });
}
